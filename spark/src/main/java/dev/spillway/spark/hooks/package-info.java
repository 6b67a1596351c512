// SPDX-License-Identifier: Apache-2.0
/**
 * Puts rewritten versions of a few Spark classes into Spark's class loader before their first use. The rewriting adds calls
 * of {@link org.apache.spark.rdd.SpillwayBridge} at the beginning or end of methods, and private fields; thresholds are final no
 * more, a null key's hash code may be another, and keys that spills are merged by are compared by the bridge. With eager spill off
 * the last two are as in stock. A class that was loaded already stays as it is, and its hook is refused.
 */
package dev.spillway.spark.hooks;

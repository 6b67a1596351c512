// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import net.bytebuddy.asm.Advice;
import org.apache.spark.rdd.SpillwayBridge;

/**
 * Copied into the hash function of ExternalAppendOnlyMap. Spark sorts a null key before all others, but merges spills by hash codes, of which
 * it takes 0 for null: groups fall apart as soon as a map spills. Whoever makes maps spill that would not must give null the
 * least hash code, also for a null that comes when the map has spilled already.
 */
final class NullKeyAdvice {
    private NullKeyAdvice() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Argument(0) Object key, @Advice.Return(readOnly = false) int hash) {
        if (key == null && SpillwayBridge.spiller != null) {
            hash = Integer.MIN_VALUE;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.hooks.Rewritable;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a later SparkContext of this JVM switch on what this one has off: a class that is loaded cannot be rewritten any more. */
final class LaterContexts {
    /** The id of the executor in the driver's JVM. Executors of a cluster have one application. */
    private static final String LOCAL = "driver";

    private static final Logger LOG = LoggerFactory.getLogger(LaterContexts.class);

    private LaterContexts() {}

    /** Rewrites the classes in local mode, if they can be. */
    static void prepare(PluginContext context, Rewritable classes) {
        if (!LOCAL.equals(context.executorID())) {
            return;
        }
        try {
            if (classes.misfits().isEmpty()) {
                classes.rewrite();
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.debug("What is off now could not be switched on later in this JVM", e);
        }
    }
}

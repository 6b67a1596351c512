// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.hooks.Rewritable;
import dev.spillway.spark.hooks.SpillHooks;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkContext;

/** What a driver can tell of whether the hooks fit, before anything runs. */
final class DriverChecks {
    private final SpillwayConf settings;
    private final HeapBinding heap;
    private final Rewritable leaky;

    DriverChecks(SpillwayConf settings, HeapBinding heap, Rewritable leaky) {
        this.settings = settings;
        this.heap = heap;
        this.leaky = leaky;
    }

    /**
     * What does not fit of the mechanisms that are wanted, in words. In local mode, where tasks run in this JVM, also classes that were loaded
     * before they could be rewritten; what its JVM cannot do anyway is not looked at there. Writing lengths rewrites classes on every
     * driver, see {@link ShuffleWrites}.
     */
    List<String> misfits(boolean local) {
        List<String> misfits = new ArrayList<>();
        if (settings.enabled() && (!local || heap.isEnabled())) {
            misfits.addAll(new SparkStructure(SparkContext.class.getClassLoader()).misfits());
        }
        if (settings.leakyBuffer()) {
            misfits.addAll(misfits(leaky, local));
        }
        if (settings.spill().enabled()) {
            misfits.addAll(misfits(new SpillHooks(SparkContext.class.getClassLoader()), local));
        }
        return misfits;
    }

    // Class files that cannot be read are one more reason.
    private static List<String> misfits(Rewritable classes, boolean local) {
        try {
            List<String> misfits = classes.misfits();
            if (local && misfits.isEmpty()) {
                classes.rewrite();
            }
            return misfits;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return List.of(HookState.words(e));
        }
    }
}

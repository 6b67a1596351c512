// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.spark.hooks.RddHooks;
import dev.spillway.spark.hooks.Rewritable;
import java.util.List;
import org.apache.spark.SparkEnv;

/** Switches the leaky buffer on in one JVM: on an executor who reads shuffles, on the driver how they are written. */
public final class LeakyInstaller implements Rewritable {
    private final RddHooks hooks = new RddHooks(SparkEnv.class.getClassLoader());
    private boolean reads;
    private boolean writes;

    @Override
    public List<String> misfits() {
        return hooks.misfits();
    }

    /**
     * Lets tasks of this JVM read leakily.
     *
     * @param settings what the tasks share
     * @throws IllegalStateException if Spark has loaded a class that must be rewritten
     * @throws ReflectiveOperationException if Spark's loader does not let us in
     */
    public void installReads(LeakySettings settings) throws ReflectiveOperationException {
        hooks.hookCompute(() -> new LeakyReads(settings));
        reads = true;
    }

    @Override
    public void rewrite() throws ReflectiveOperationException {
        hooks.rewrite();
    }

    /**
     * Lets shuffles that this driver makes be written with the lengths of values; throws as {@link #installReads}.
     *
     * @param onFailure told of each RDD whose shuffles an error leaves as Spark writes them
     */
    public void installWrites(Runnable onFailure) throws ReflectiveOperationException {
        hooks.hookDependencies(() -> new PrefixedShuffles(onFailure));
        writes = true;
    }

    /** Lets Spark do everything itself again. */
    public void remove() throws ReflectiveOperationException {
        if (reads) {
            hooks.removeCompute();
        }
        if (writes) {
            hooks.removeDependencies();
        }
    }
}

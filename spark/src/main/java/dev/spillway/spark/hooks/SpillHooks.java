// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.List;
import java.util.function.BiFunction;
import org.apache.spark.util.collection.CompactBuffer;
import org.apache.spark.util.collection.unsafe.sort.PrefixComparator;

/** Hooks of the classes that spill: who sets their thresholds. */
public final class SpillHooks implements Rewritable {
    /** Field of a rewritten class that holds its controller, see EagerSpiller. */
    static final String CONTROLLER = "spillway$controller";

    private final ClassLoader spark;

    /** Hooks for the classes of the loader that has Spark. */
    public SpillHooks(ClassLoader spark) {
        this.spark = spark;
    }

    @Override
    public List<String> misfits() {
        return new SpillStructure(spark).misfits();
    }

    /**
     * Rewrites the spillers, unless that was done before, and lets them ask a function for their controllers.
     *
     * @param spiller given a spiller that was just made, and whether its user has set a threshold, answers its controller or null
     * @throws IllegalStateException if one of the classes was loaded before without hook; Spark behaves as ever then
     * @throws ReflectiveOperationException if Spark's loader does not let us in
     */
    public void install(BiFunction<Object, Boolean, Object> spiller) throws ReflectiveOperationException {
        rewrite();
        BridgeClass.set(spark, "spiller", spiller);
    }

    @Override
    public void rewrite() throws ReflectiveOperationException {
        BridgeClass.in(spark);
        ClassHook hook = new ClassHook(spark);
        hook.install(SpillStructure.SPILLABLE, CompactBuffer.class, SpillStructure.SPILLABLE_HOOK);
        hook.install(SpillStructure.MAP_FUNCTIONS, CompactBuffer.class, SpillStructure.HASH_HOOK);
        hook.install(SpillStructure.MAP_MERGER, CompactBuffer.class, SpillStructure.MERGE_HOOK);
        hook.install(SpillStructure.UNSAFE_SORTER, PrefixComparator.class, SpillStructure.PAGES_HOOK);
        hook.install(SpillStructure.SHUFFLE_SORTER, neighbour("org.apache.spark.shuffle.sort.SortShuffleManager"),
                SpillStructure.PAGES_HOOK);
    }

    private Class<?> neighbour(String name) throws ClassNotFoundException {
        return Class.forName(name, false, spark);
    }

    /** Ends what {@link #install} began; rewritten classes stay and keep the thresholds Spark gives them. */
    public void remove() throws ReflectiveOperationException {
        BridgeClass.set(spark, "spiller", null);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.spark.rdd.RDD;

/** Hooks of the RDDs that group: who computes them, and what they depend on. */
public final class RddHooks implements Rewritable {
    private static final Rewriting REWRITING = Rewriting.of(
            Map.of("compute", ComputeAdvice.class, "getDependencies", DependenciesAdvice.class));

    private final ClassLoader spark;

    /** Hooks for the classes of the loader that has Spark. */
    public RddHooks(ClassLoader spark) {
        this.spark = spark;
    }

    @Override
    public List<String> misfits() {
        return new LeakyStructure(spark).misfits();
    }

    /**
     * Rewrites the RDDs, unless that was done before, and lets them ask a function who computes them.
     *
     * @param compute makes the function: given an RDD and {partition, task context}, its iterator, or null for Spark's own
     *     way. Called when the RDDs are rewritten: a class that names them would load them as they are
     * @throws IllegalStateException if one of them was loaded before without hook; Spark behaves as ever then
     * @throws ReflectiveOperationException if Spark's loader does not let us in
     */
    public void hookCompute(Supplier<BiFunction<Object, Object[], Object>> compute) throws ReflectiveOperationException {
        rewrite();
        BridgeClass.set(spark, "compute", compute.get());
    }

    /** The same for a function that is given an RDD and the dependencies it made, and answers them. */
    public void hookDependencies(Supplier<BiFunction<Object, Object, Object>> dependencies) throws ReflectiveOperationException {
        rewrite();
        BridgeClass.set(spark, "dependencies", dependencies.get());
    }

    @Override
    public void rewrite() throws ReflectiveOperationException {
        BridgeClass.in(spark);
        ClassHook hook = new ClassHook(spark);
        for (String name : LeakyStructure.HOOKED) {
            hook.install(name, RDD.class, REWRITING);
        }
    }

    /** Ends what {@link #hookCompute} began; rewritten classes stay and go Spark's own way. */
    public void removeCompute() throws ReflectiveOperationException {
        BridgeClass.set(spark, "compute", null);
    }

    /** Ends what {@link #hookDependencies} began. */
    public void removeDependencies() throws ReflectiveOperationException {
        BridgeClass.set(spark, "dependencies", null);
    }
}

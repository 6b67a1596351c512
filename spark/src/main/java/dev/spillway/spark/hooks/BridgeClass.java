// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.apache.spark.rdd.RDD;

/** Finds the bridge in Spark's loader, and puts it there if the jar is in a loader of its own. */
final class BridgeClass {
    private static final String NAME = "org.apache.spark.rdd.SpillwayBridge";

    private BridgeClass() {}

    /**
     * The bridge that rewritten classes see. Its fields are reached by reflection: a child-first loader may see another copy.
     *
     * @throws ReflectiveOperationException if it cannot be defined
     */
    static Class<?> in(ClassLoader spark) throws ReflectiveOperationException {
        try {
            return Class.forName(NAME, false, spark);
        } catch (ClassNotFoundException notThere) {
            try {
                return MethodHandles.privateLookupIn(RDD.class, MethodHandles.lookup()).defineClass(bytes());
            } catch (LinkageError definedMeanwhile) {
                return Class.forName(NAME, false, spark);
            }
        }
    }

    /** Sets one of its hooks. */
    static void set(ClassLoader spark, String field, Object hook) throws ReflectiveOperationException {
        in(spark).getField(field).set(null, hook);
    }

    private static byte[] bytes() {
        String file = NAME.replace('.', '/') + ".class";
        try (InputStream in = BridgeClass.class.getClassLoader().getResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the plug-in's jar cannot be read: " + file, e);
        }
    }
}

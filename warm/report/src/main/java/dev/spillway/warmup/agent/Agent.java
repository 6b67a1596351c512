// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.agent;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;

/**
 * Puts classes of java.base with probes in them in the place of the original ones. Their bytes were made beforehand in
 * another JVM: what this one loads and compiles for the report alone should be as little as possible.
 */
public final class Agent {
    /** Entry of the agent's jar: names and bytes of the classes with probes, in the format that ProbeJar writes. */
    public static final String CLASSES = "probes.bin";
    /** Package of java.base that gets the event class. */
    public static final String PACKAGE = "jdk.internal.loader";

    private Agent() {}

    /** Called by the VM before main, and before the recording starts. */
    public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
        Module base = Object.class.getModule();
        Module jfr = ModuleLayer.boot().findModule("jdk.jfr").orElseThrow();
        instrumentation.redefineModule(
                base, Set.of(jfr), Map.of(), Map.of(PACKAGE, Set.of(Agent.class.getModule())), Set.of(), Map.of());
        try (InputStream raw = Agent.class.getResourceAsStream("/" + CLASSES);
                DataInputStream in = new DataInputStream(raw)) {
            in.readUTF();
            // The first one is the event; it is defined beside a class that the VM has anyway.
            Class<?> neighbour = Class.forName(PACKAGE + ".Resource", false, null);
            MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup()).defineClass(bytes(in));
            ClassDefinition[] definitions = new ClassDefinition[in.readInt()];
            for (int i = 0; i < definitions.length; i++) {
                definitions[i] = new ClassDefinition(Class.forName(in.readUTF(), false, null), bytes(in));
            }
            instrumentation.redefineClasses(definitions);
        }
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}

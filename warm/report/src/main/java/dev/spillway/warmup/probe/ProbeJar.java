// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.probe;

import dev.spillway.warmup.agent.Agent;
import dev.spillway.warmup.agent.LoadEvent;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** Makes the agent's jar for a JDK: the agent, and the JDK's classes with probes in them. */
public final class ProbeJar {
    private static final String EVENT = Agent.PACKAGE + ".SpillwayLoadEvent";

    private ProbeJar() {}

    /** Writes the jar for the JDK in javaHome. */
    public static void write(Path jar, Path javaHome) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Agent.class.getName());
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        try (JdkClasses jdk = new JdkClasses(javaHome);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(entry(Agent.class)));
            out.write(classFile(Agent.class));
            out.putNextEntry(new JarEntry(Agent.CLASSES));
            writeClasses(new DataOutputStream(out), jdk);
        }
    }

    /** Whether a JDK has a module. */
    public static boolean hasModule(Path javaHome, String name) throws IOException {
        try (JdkClasses jdk = new JdkClasses(javaHome)) {
            return jdk.hasModule(name);
        }
    }

    private static void writeClasses(DataOutputStream out, JdkClasses jdk) throws IOException {
        Weaver weaver = new Weaver(jdk);
        Map<String, List<Probe>> probes = Probe.all(jdk.languageAccess()).stream()
                .collect(Collectors.groupingBy(Probe::type, LinkedHashMap::new, Collectors.toList()));
        writeClass(out, EVENT, classFile(LoadEvent.class));
        out.writeInt(probes.size());
        for (Map.Entry<String, List<Probe>> type : probes.entrySet()) {
            writeClass(out, type.getKey(), weaver.weave(type.getKey(), type.getValue()));
        }
        out.flush();
    }

    private static void writeClass(DataOutputStream out, String name, byte[] file) throws IOException {
        byte[] renamed = Weaver.rename(file, LoadEvent.class.getName(), EVENT);
        out.writeUTF(name);
        out.writeInt(renamed.length);
        out.write(renamed);
    }

    private static byte[] classFile(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + entry(type))) {
            return in.readAllBytes();
        }
    }

    private static String entry(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }
}

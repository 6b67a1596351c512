// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * System properties as the JDK makes them when a VM starts: tables of the same sizes, filled in the same order, since a program that lists
 * them shows it. What JDK 25 does is in its SystemProps.initProperties() and System.createProperties().
 */
final class InitialProperties {
    // The last one that the VM knows before it reads options.
    private static final String LAST_BEFORE_OPTIONS = "java.vm.vendor";

    // Of the server's own, which the launcher's takes the place of.
    private static final String LAUNCHER = "sun.java.launcher";

    // Of no option of this name: the VM adds them last.
    private static final List<String> BEHIND_OPTIONS = List.of("sun.nio.MaxDirectMemorySize", "sun.management.compiler");

    // For these two the VM makes room whether they are there or not.
    private static final int ROOM_BEHIND_OPTIONS = 2;

    private final Map<String, String> seen = new LinkedHashMap<>();
    private final Map<String, String> ofVm = new LinkedHashMap<>();
    private final List<String> beforeOptions = new ArrayList<>();
    private final int ofPlatform;

    /**
     * Remembers those of the server.
     *
     * @param own the server's own ones, which no program sees
     */
    InitialProperties(Internals internals, String... own) throws ReflectiveOperationException {
        Class<?> raw = Internals.type("jdk.internal.util.SystemProps$Raw");
        MethodHandle vmProperties = internals.staticMethod(raw, "vmProperties", String[].class);
        String[] pairs = (String[]) Internals.call(vmProperties);
        for (int i = 0; i + 1 < pairs.length && pairs[i] != null; i += 2) {
            ofVm.put(pairs[i], pairs[i + 1] != null ? pairs[i + 1] : "");
            if (beforeOptions.isEmpty() || !beforeOptions.getLast().equals(LAST_BEFORE_OPTIONS)) {
                beforeOptions.add(pairs[i]);
            }
        }
        if (!beforeOptions.getLast().equals(LAST_BEFORE_OPTIONS)) {
            throw new IllegalStateException("the VM has no property " + LAST_BEFORE_OPTIONS);
        }
        ofPlatform = ((String[]) Internals.call(internals.staticMethod(raw, "platformProperties", String[].class))).length;
        System.getProperties().forEach((name, value) -> seen.put((String) name, (String) value));
        for (String name : own) {
            seen.remove(name);
            ofVm.remove(name);
        }
    }

    /**
     * Those of a run.
     *
     * @param given all of the command line in its order
     * @param directory the working directory
     */
    Properties of(Map<String, String> given, String directory) {
        Set<String> first = new LinkedHashSet<>(beforeOptions);
        for (String name : ofVm.keySet()) {
            // Options of modules: the JDK takes their properties away before a program could see where they were.
            if (!given.containsKey(name) && !name.equals(LAUNCHER) && !BEHIND_OPTIONS.contains(name)) {
                first.add(name);
            }
        }
        first.addAll(given.keySet());
        // The JDK's is a map: the same table.
        Set<String> all = HashSet.newHashSet(first.size() + ROOM_BEHIND_OPTIONS + ofPlatform);
        all.addAll(first);
        for (String name : BEHIND_OPTIONS) {
            if (ofVm.containsKey(name)) {
                all.add(name);
            }
        }
        all.addAll(seen.keySet());
        Properties properties = new Properties(all.size());
        for (String name : all) {
            // The JDK keeps some of the VM's to itself.
            if (seen.containsKey(name) || !ofVm.containsKey(name)) {
                properties.put(name, name.equals("user.dir") ? directory : isGiven(name, given) ? given.get(name) : seen.get(name));
            }
        }
        return properties;
    }

    /** False of one that the server was started with as well: the JDK may have changed it since. A variable with options may give both another value first. */
    private boolean isGiven(String name, Map<String, String> given) {
        return given.containsKey(name) && !beforeOptions.contains(name) && !given.get(name).equals(ofVm.get(name));
    }
}

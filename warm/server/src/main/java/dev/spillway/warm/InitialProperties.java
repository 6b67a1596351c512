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

    // Comes into the VM's list when the heap is made.
    private static final String MODE = "java.vm.compressedOopsMode";

    // Never given to Java as an option has it.
    private static final String DIRECT_MEMORY = "sun.nio.MaxDirectMemorySize";

    // The last two are added to the VM's list for Java.
    private static final List<String> BEHIND_OPTIONS = List.of(MODE, DIRECT_MEMORY, "sun.management.compiler");

    // For these the VM makes room whether they are there or not.
    private static final int ROOM_BEHIND_OPTIONS = 2;

    private final Map<String, String> seen = new LinkedHashMap<>();
    private final Set<String> ofVm = new LinkedHashSet<>();
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
            ofVm.add(pairs[i]);
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
     * @param given all of the command line in its order; null for those that the server has, too, whose values the JDK may have changed
     * @param directory the working directory
     */
    Properties of(Map<String, String> given, String directory) {
        Set<String> first = new LinkedHashSet<>(beforeOptions);
        for (String name : ofVm) {
            // Options of modules: the JDK takes their properties away before a program could see where they were.
            if (!given.containsKey(name) && !BEHIND_OPTIONS.contains(name)) {
                first.add(name);
            }
        }
        first.addAll(given.keySet());
        // In the VM's list even where an option has its name.
        int ofList = first.size() + (ofVm.contains(MODE) && !first.contains(MODE) ? 1 : 0);
        first.remove(DIRECT_MEMORY);
        // The JDK's is a map: the same table.
        Set<String> all = HashSet.newHashSet(ofList + ROOM_BEHIND_OPTIONS + ofPlatform);
        all.addAll(first);
        for (String name : BEHIND_OPTIONS) {
            if (ofVm.contains(name)) {
                all.add(name);
            }
        }
        all.addAll(seen.keySet());
        Properties properties = new Properties(all.size());
        for (String name : all) {
            String ofRun = name.equals("user.dir") ? directory : given.get(name);
            String value = ofRun != null ? ofRun : seen.get(name);
            // The JDK keeps some to itself.
            if (value != null) {
                properties.put(name, value);
            }
        }
        return properties;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the modules that outlive a run read, export, open and use beyond their declarations. A program changes it with rights that its options
 * give it, or from native code; the VM has no way back, so a server whose graph changed runs nothing more. Modules of a run (layers it makes
 * on loaders of its own, proxies) do not count.
 */
final class ModuleGraph {
    private static final String[] RELATIONS = {"reads", "exports", "uses"};

    // Made by the JDK itself: Flight Recorder with a program's events, javac with its file manager.
    private static final List<Pattern> JDK_MAKES = List.of(Pattern.compile("module jdk\\.jfr (reads .*|exports [^ ]* to .*)"),
            Pattern.compile(".* (reads|to) module jdk\\.jfr"), Pattern.compile("module jdk\\.compiler uses .*"));

    private final Map<?, ?>[] pairs = new Map<?, ?>[RELATIONS.length];
    private final Internals.Operation first;
    private final Internals.Operation second;
    private final Set<Module> lasting = new HashSet<>(ModuleLayer.boot().modules());
    private final Module allUnnamed;
    private final Module everyone;
    private final Internals.Operation layers;
    private final long layersAtStart;
    private final Set<String> start;
    private boolean mainIsLoaded;

    ModuleGraph(Internals internals) throws ReflectiveOperationException {
        Class<?> data = Class.forName("java.lang.Module$ReflectionData", true, null);
        Class<?> map = Internals.type("java.lang.WeakPairMap");
        Class<?> pair = Internals.type("java.lang.WeakPairMap$Pair");
        MethodHandle pairsOf = internals.getter(map, "map", ConcurrentHashMap.class);
        for (int i = 0; i < RELATIONS.length; i++) {
            pairs[i] = (Map<?, ?>) Internals.call(pairsOf, internals.staticValue(data, RELATIONS[i], map));
        }
        first = new Internals.Operation(internals.method(pair, "first", MethodType.methodType(Object.class)));
        second = new Internals.Operation(internals.method(pair, "second", MethodType.methodType(Object.class)));
        allUnnamed = (Module) internals.staticValue(Module.class, "ALL_UNNAMED_MODULE", Module.class);
        everyone = (Module) internals.staticValue(Module.class, "EVERYONE_MODULE", Module.class);
        lasting.add(allUnnamed);
        lasting.add(everyone);
        for (ClassLoader loader = ClassLoader.getSystemClassLoader(); loader != null; loader = loader.getParent()) {
            lasting.add(loader.getUnnamedModule());
        }
        layers = new Internals.Operation(internals.staticMethod(ModuleLayer.class, "layers", Stream.class, ClassLoader.class));
        layersAtStart = layersOfPrograms();
        start = edges();
    }

    // With a module that the application's loader has: it would have it for good.
    private long layersOfPrograms() {
        return ((Stream<?>) layers.call(ClassLoader.getSystemClassLoader())).count();
    }

    /**
     * What the launcher opens and exports for the manifest of the main jar is there in each run of a server, since the jar is in its key. To be
     * called when the main class is loaded and nothing of the program has run; from the second run on it does nothing.
     */
    synchronized void takeEdgesOfLauncher() {
        if (!mainIsLoaded) {
            start.addAll(edges());
            mainIsLoaded = true;
        }
    }

    /** What the graph has now and had not at the start, in words, or null. */
    synchronized String change() {
        if (layersOfPrograms() != layersAtStart) {
            return "the module graph changed: a layer was made on the application's class loader";
        }
        Set<String> now = edges();
        now.removeAll(start);
        now.removeIf(edge -> JDK_MAKES.stream().anyMatch(made -> made.matcher(edge).matches()));
        return now.isEmpty() ? null : "the module graph changed: " + now.iterator().next();
    }

    private Set<String> edges() {
        Set<String> edges = new HashSet<>();
        for (int i = 0; i < RELATIONS.length; i++) {
            for (Map.Entry<?, ?> entry : pairs[i].entrySet()) {
                Object from = first.call(entry.getKey());
                Object to = second.call(entry.getKey());
                if (lasting.contains(from) && (lasting.contains(to) || to instanceof Class<?> service && lasting.contains(service.getModule()))) {
                    add(edges, name(from) + " " + RELATIONS[i] + " ", name(to), entry.getValue());
                }
            }
        }
        return edges;
    }

    // Of exports the value tells which packages, and whether they are open.
    private static void add(Set<String> edges, String relation, String to, Object value) {
        if (value instanceof Map<?, ?> packages) {
            packages.forEach((name, open) -> edges.add(relation + name + ((boolean) open ? " (open) to " : " to ") + to));
        } else {
            edges.add(relation + to);
        }
    }

    private String name(Object node) {
        if (node == allUnnamed) {
            return "all unnamed modules";
        }
        return node == everyone ? "everyone" : node.toString();
    }
}

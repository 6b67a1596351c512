// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.tools.ToolProvider;

/** Compiles classes with random fields, which Kryo writes field by field: some extend or have each other, and some have fields it writes in other ways. */
final class RandomClasses {
    private static final String[] FIELD_TYPES = {
        "int", "long", "double", "float", "short", "byte", "char", "boolean", "String", "String", "String", "Integer", "Long", "Double", "Float",
        "Short", "Byte", "Character", "Boolean", "int[]", "long[]", "double[]", "float[]", "byte[]", "Object", "Number", "Plain", "Bodies",
        "scala.Option<String>", "scala.Option", "scala.util.Either<Integer, String>", "scala.Tuple2<String, Integer>", "scala.Tuple3",
        "java.math.BigDecimal", "java.math.BigInteger", "java.util.Date",
        "java.util.ArrayList<Object>", "java.util.LinkedHashMap<String, Object>", "scala.collection.immutable.List<Object>"};
    private static final String[] RARE_TYPES = {"String[]", "short[]", "java.sql.Timestamp", "Generic<String>"};
    private static final String[] MODIFIERS = {"public", "private", "protected", "", "public volatile", "private transient"};
    private static final int CLASSES = 60;

    private final Random random;
    private final List<String> open = new ArrayList<>();

    private RandomClasses(Random random) {
        this.random = random;
    }

    /** Classes of a loader of their own, the same for the same seed. */
    static List<Class<?>> compile(Path directory, long seed) {
        Map<String, String> sources = new RandomClasses(new Random(seed)).sources();
        try {
            List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"), "-d", directory.toString()));
            for (Map.Entry<String, String> source : sources.entrySet()) {
                Path file = directory.resolve(source.getKey() + ".java");
                Files.writeString(file, "package random; " + source.getValue());
                arguments.add(file.toString());
            }
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
                throw new IllegalStateException("random classes do not compile");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return load(directory);
    }

    private static List<Class<?>> load(Path directory) {
        try {
            URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, RandomClasses.class.getClassLoader());
            List<Class<?>> classes = new ArrayList<>();
            for (int i = 0; i < CLASSES; i++) {
                classes.add(loader.loadClass("random.C" + i));
            }
            return classes;
        } catch (MalformedURLException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    // By the names of the classes, which are those of the files.
    private Map<String, String> sources() {
        Map<String, String> sources = new HashMap<>();
        sources.put("Plain", "public enum Plain { A, B, C }");
        sources.put("Bodies", "public enum Bodies { A { }, B { int x() { return 1; } }, C; int x() { return 0; } }");
        sources.put("Generic", "public class Generic<T> { public T value; public int count; }");
        for (int i = 0; i < CLASSES; i++) {
            sources.put("C" + i, source(i));
        }
        return sources;
    }

    private String source(int number) {
        boolean last = random.nextInt(3) == 0;
        StringBuilder source = new StringBuilder("public " + (last ? "final " : "") + "class C" + number);
        if (!open.isEmpty() && random.nextInt(3) == 0) {
            source.append(" extends ").append(open.get(random.nextInt(open.size())));
        }
        source.append(" {\n");
        int fields = random.nextInt(6);
        for (int i = 0; i < fields; i++) {
            // Few letters: a field of a superclass may have the same name.
            source.append("    ").append(pick(MODIFIERS)).append(' ').append(type()).append(' ').append((char) ('a' + random.nextInt(3))).append(i).append(";\n");
        }
        if (!last) {
            open.add("C" + number);
        }
        return source.append("}\n").toString();
    }

    private String type() {
        int kind = random.nextInt(40);
        return kind == 0 ? pick(RARE_TYPES) : kind < 8 ? "C" + random.nextInt(CLASSES) : pick(FIELD_TYPES);
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Names the classes of java.base whose initialiser reads system or security properties, by itself or by static methods and constructors that it calls,
 * two calls deep; one name a line, as in class files.
 */
public class Reads {
    private static final int CALLS = 2;
    private static final String INITIALISER = "<clinit>";
    private static final Map<String, List<String>> READERS = Map.of(
            "java/lang/System", List.of("getProperty", "getProperties"), "java/lang/Boolean", List.of("getBoolean"),
            "java/lang/Integer", List.of("getInteger"), "java/lang/Long", List.of("getLong"),
            "java/security/Security", List.of("getProperty"));
    private static final Set<String> READING = Set.of("sun/security/util/SecurityProperties", "java/util/Properties");

    private record Called(String holder, String name, String type) {
        boolean reads() {
            return READING.contains(holder) || READERS.getOrDefault(holder, List.of()).contains(name);
        }
    }

    private final Map<Called, Set<Called>> calls = new HashMap<>();
    private final Map<String, String> superclasses = new HashMap<>();

    public static void main(String[] args) throws IOException {
        Reads reads = new Reads();
        try (Stream<Path> files = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                reads.add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
        }
        Set<String> found = new TreeSet<>();
        for (Called method : reads.calls.keySet()) {
            if (method.name.equals(INITIALISER) && reads.leadsToRead(method, CALLS, new HashSet<>())) {
                found.add(method.holder);
            }
        }
        found.forEach(System.out::println);
    }

    private void add(ClassModel model) {
        String holder = model.thisClass().asInternalName();
        model.superclass().ifPresent(type -> superclasses.put(holder, type.asInternalName()));
        for (MethodModel method : model.methods()) {
            Set<Called> called = new HashSet<>();
            method.code().ifPresent(code -> code.forEach(element -> {
                if (element instanceof InvokeInstruction call && (call.opcode() != Opcode.INVOKEVIRTUAL || READING.contains(call.owner().asInternalName()))) {
                    called.add(new Called(call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue()));
                }
            }));
            calls.put(new Called(holder, method.methodName().stringValue(), method.methodType().stringValue()), called);
        }
    }

    private boolean leadsToRead(Called method, int depth, Set<Called> seen) {
        // A static method that is inherited is called by the name of the class that inherits it.
        String holder = method.holder;
        while (holder != null && !calls.containsKey(new Called(holder, method.name, method.type))) {
            holder = superclasses.get(holder);
        }
        method = new Called(holder, method.name, method.type);
        if (!seen.add(method)) {
            return false;
        }
        Set<Called> called = calls.getOrDefault(method, Set.of());
        return called.stream().anyMatch(Called::reads)
                || depth > 0 && called.stream().anyMatch(next -> leadsToRead(next, depth - 1, seen));
    }
}

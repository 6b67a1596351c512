// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Prints the static references of the modules named by its arguments, but for texts, that something else than the initialiser of a class writes: class#field in
 * each line.
 */
public class References {
    public static void main(String[] modules) throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : modules) {
            try (Stream<Path> files = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", module))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
                    ClassModel model = ClassFile.of().parse(file);
                    model.methods().stream().filter(method -> !method.methodName().equalsString("<clinit>")).forEach(method -> found.addAll(written(method)));
                }
            }
        }
        found.forEach(System.out::println);
    }

    private static List<String> written(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .filter(element -> element instanceof FieldInstruction field && field.opcode() == Opcode.PUTSTATIC
                        && !field.typeSymbol().isPrimitive() && !field.type().equalsString("Ljava/lang/String;"))
                .map(element -> (FieldInstruction) element)
                .map(field -> field.owner().asInternalName().replace('/', '.') + "#" + field.name().stringValue())
                .toList();
    }
}

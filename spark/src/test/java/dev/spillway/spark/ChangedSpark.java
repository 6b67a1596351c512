// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.zip.ZipFile;
import org.apache.xbean.asm9.ClassReader;
import org.apache.xbean.asm9.ClassVisitor;
import org.apache.xbean.asm9.ClassWriter;
import org.apache.xbean.asm9.MethodVisitor;
import org.apache.xbean.asm9.Opcodes;
import org.apache.xbean.asm9.commons.ClassRemapper;
import org.apache.xbean.asm9.commons.Remapper;

/** Makes class files of a Spark that does not exist, to be put before the real ones on a class path. */
final class ChangedSpark {
    private ChangedSpark() {}

    /** Writes a copy of a class of spark-core whose method is final. */
    static void makeFinal(Path sparkHome, String className, String method, Path directory) throws IOException {
        write(sparkHome, className, directory, changed -> new ClassVisitor(Opcodes.ASM9, changed) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String sig, String[] thrown) {
                int flags = name.equals(method) ? access | Opcodes.ACC_FINAL : access;
                return super.visitMethod(flags, name, type, sig, thrown);
            }
        });
    }

    /** Writes a copy of a class of spark-core whose private field has another name. */
    static void renameField(Path sparkHome, String className, String field, Path directory) throws IOException {
        write(sparkHome, className, directory, changed -> new ClassRemapper(changed, new Remapper() {
            @Override
            public String mapFieldName(String owner, String name, String descriptor) {
                return owner.equals(className) && name.equals(field) ? field + "Renamed" : name;
            }
        }));
    }

    private static void write(Path sparkHome, String className, Path directory, UnaryOperator<ClassVisitor> change) throws IOException {
        ClassReader original = new ClassReader(classFile(sparkHome, className));
        ClassWriter changed = new ClassWriter(0);
        original.accept(change.apply(changed), 0);
        Path target = directory.resolve(className + ".class");
        Files.createDirectories(target.getParent());
        Files.write(target, changed.toByteArray());
    }

    private static byte[] classFile(Path sparkHome, String className) throws IOException {
        try (DirectoryStream<Path> cores = Files.newDirectoryStream(sparkHome.resolve("jars"), "spark-core_*.jar");
                ZipFile jar = new ZipFile(cores.iterator().next().toFile())) {
            return jar.getInputStream(jar.getEntry(className + ".class")).readAllBytes();
        }
    }
}

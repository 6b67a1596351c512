// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.probe;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;

/** The class files in the image of a JDK, which need not be the one that runs this. */
final class JdkClasses implements ClassFileLocator, Closeable {
    private final FileSystem image;
    private final Path base;

    JdkClasses(Path javaHome) throws IOException {
        image = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", javaHome.toString()));
        base = image.getPath("/modules/java.base");
    }

    boolean hasModule(String name) {
        return Files.isDirectory(image.getPath("/modules").resolve(name));
    }

    @Override
    public Resolution locate(String name) throws IOException {
        Path file = base.resolve(name.replace('.', '/') + ".class");
        return Files.exists(file) ? new Resolution.Explicit(Files.readAllBytes(file)) : new Resolution.Illegal(name);
    }

    /** The inner class of System that gives the rest of the JDK access to java.lang; its number differs by version. */
    String languageAccess() throws IOException {
        try (Stream<Path> files = Files.list(base.resolve("java/lang"))) {
            for (Path file : files.filter(f -> f.getFileName().toString().matches("System\\$\\d+\\.class")).toList()) {
                for (String type : new ClassReader(Files.readAllBytes(file)).getInterfaces()) {
                    if (type.equals("jdk/internal/access/JavaLangAccess")) {
                        return "java.lang." + file.getFileName().toString().replace(".class", "");
                    }
                }
            }
        }
        throw new IOException("this JDK has no class System$N with JavaLangAccess");
    }

    @Override
    public void close() throws IOException {
        image.close();
    }
}

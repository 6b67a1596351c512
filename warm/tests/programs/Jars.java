// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** A jar of a provider that the program makes, loads, replaces and loads again; the loaders stay open. */
public class Jars {
    private static URLClassLoader before;
    private static URLClassLoader after;

    public static class Answer implements Callable<String> {
        static int made;
        private final int number = ++made;

        @Override
        public String call() throws IOException {
            try (InputStream in = Answer.class.getResourceAsStream("/version")) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8) + " " + number;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Path jar = Path.of("plugin.jar");
        write(jar, args[0]);
        before = loader(jar);
        show(before);
        write(Path.of("new.jar"), args[0] + " again");
        Files.move(Path.of("new.jar"), jar, StandardCopyOption.REPLACE_EXISTING);
        after = loader(jar);
        show(after);
        show(before);
        System.out.println(before.loadClass(Answer.class.getName()) == after.loadClass(Answer.class.getName()));
        // What differs is its times.
        Files.delete(jar);
    }

    private static URLClassLoader loader(Path jar) throws IOException {
        return new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    @SuppressWarnings("rawtypes")
    private static void show(ClassLoader loader) throws Exception {
        for (Callable service : ServiceLoader.load(Callable.class, loader)) {
            System.out.println(service.call() + " " + (service.getClass() == Answer.class));
        }
    }

    private static void write(Path path, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        String own = Answer.class.getName();
        try (OutputStream file = Files.newOutputStream(path);
                JarOutputStream jar = new JarOutputStream(file, manifest);
                InputStream bytes = Jars.class.getResourceAsStream("/" + own + ".class")) {
            jar.putNextEntry(new ZipEntry(own + ".class"));
            bytes.transferTo(jar);
            jar.putNextEntry(new ZipEntry("version"));
            jar.write(version.getBytes(StandardCharsets.UTF_8));
            jar.putNextEntry(new ZipEntry("META-INF/services/" + Callable.class.getName()));
            jar.write(own.getBytes(StandardCharsets.UTF_8));
        }
    }
}

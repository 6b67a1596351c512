// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where it runs, as all that have an opinion of that see it; there is a file "here" and a directory "below". */
public class ContextPlace {
    private interface Part {
        Object show() throws Exception;
    }

    public static void main(String[] args) {
        show("user.dir", () -> System.getProperty("user.dir"));
        show("PWD", () -> System.getenv("PWD"));
        show("class path", () -> System.getProperty("java.class.path"));
        show("resource", ContextPlace::resource);
        show("File", () -> new File("").getAbsolutePath() + " " + new File("here").getCanonicalPath() + " " + new File(".").toURI());
        show("listed", () -> new TreeSet<>(Arrays.asList(new File(".").list())));
        show("Path", () -> Path.of("").toAbsolutePath() + " " + Path.of("here").toRealPath() + " " + Path.of("below").toUri());
        show("read by Path", () -> Files.readString(Path.of("here")));
        show("read by File", ContextPlace::read);
        show("length", () -> new File("here").length() + " " + Files.size(Path.of("here")));
        show("random access", () -> {
            try (RandomAccessFile file = new RandomAccessFile("here", "r")) {
                return file.readLine();
            }
        });
        show("walked", () -> {
            try (Stream<Path> all = Files.walk(Path.of(""))) {
                return all.map(Path::toString).filter(name -> !name.startsWith("classes")).sorted().toList();
            }
        });
        show("child", () -> output(null));
        show("child below", () -> output(new File("below")));
    }

    private static void show(String name, Part part) {
        Object shown;
        try {
            shown = part.show();
        } catch (FileNotFoundException | NoSuchFileException failure) {
            shown = failure;
        } catch (Exception failure) {
            shown = failure.getClass();
        }
        // As numbers, too: a stream shows a question mark for much.
        System.out.println(name + " " + shown + " " + String.valueOf(shown).hashCode());
    }

    private static String resource() throws IOException {
        try (InputStream in = ContextPlace.class.getResourceAsStream("place")) {
            return in == null ? "none" : new String(in.readAllBytes());
        }
    }

    private static String read() throws IOException {
        try (FileInputStream in = new FileInputStream("here")) {
            return new String(in.readAllBytes());
        }
    }

    private static String output(File directory) throws IOException, InterruptedException {
        java.lang.Process child = new ProcessBuilder("sh", "-c", "pwd -P; cat here").directory(directory).redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes());
        return said.strip() + " " + child.waitFor();
    }
}

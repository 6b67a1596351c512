// SPDX-License-Identifier: Apache-2.0
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Descriptors that one program leaves open, and what another one has. */
public class StreamsDescriptors {
    private static final List<Closeable> LEFT = new ArrayList<>();

    public static class Leaves {
        public static void main(String[] args) throws IOException {
            Path file = Files.writeString(Path.of("left"), "text");
            for (int i = 0; i < 5; i++) {
                LEFT.add(new FileInputStream(file.toFile()));
                LEFT.add(new RandomAccessFile(file.toFile(), "rw"));
                LEFT.add(FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
                LEFT.add(Files.newInputStream(file));
                Pipe pipe = Pipe.open();
                LEFT.add(pipe.source());
                LEFT.add(pipe.sink());
            }
            System.out.println("left " + LEFT.size());
        }
    }

    /** Those that lead to the directory given, its own apart, and how many a child has. */
    public static class Lists {
        public static void main(String[] args) throws Exception {
            List<String> found = new ArrayList<>();
            try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
                for (Path one : all.toList()) {
                    try {
                        String target = Files.readSymbolicLink(one).toString();
                        if (target.startsWith(args[0])) {
                            found.add(target);
                        }
                    } catch (IOException gone) {
                        // The one that listed them.
                    }
                }
            }
            System.out.println(found);
            java.lang.Process child = new ProcessBuilder("sh", "-c", "ls /proc/self/fd | wc -l").start();
            System.out.print(new String(child.getInputStream().readAllBytes()));
            System.out.println(child.waitFor());
        }
    }
}

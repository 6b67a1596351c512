// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Ends while something still waits. */
public class Waits {
    static WatchService watch;

    /** A thread reads standard input when another one ends the program. */
    public static class ForInput {
        public static void main(String[] args) throws Exception {
            Thread reader = new Thread(ForInput::read);
            reader.setDaemon(true);
            reader.start();
            Thread.sleep(200);
            System.out.println("ends");
            System.exit(3);
        }

        private static void read() {
            try {
                System.out.println("read " + System.in.read());
            } catch (IOException e) {
                System.out.println(e);
            }
        }
    }

    /** The same; a thread makes a file if input ends. Many threads that end make the way there long. */
    public static class ForEndOfInput {
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 50; i++) {
                daemon(() -> {
                    Thread.sleep(100_000);
                    return null;
                });
            }
            daemon(() -> Files.writeString(Path.of("ended"), "read " + System.in.read()));
            Thread.sleep(100);
            System.out.println("ends");
            System.exit(3);
        }

        private static void daemon(Callable<?> code) {
            Thread thread = new Thread(new FutureTask<>(code));
            thread.setDaemon(true);
            thread.start();
        }
    }

    public static class Sleeps {
        public static void main(String[] args) throws Exception {
            System.out.println("sleeps");
            Thread.sleep(60_000);
        }
    }

    /** A directory is watched. */
    public static class ForFiles {
        public static void main(String[] args) throws Exception {
            watch = FileSystems.getDefault().newWatchService();
            Path.of("").toAbsolutePath().register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Thread.sleep(100);
            System.out.println("watches " + (watch.poll() == null));
        }
    }
}

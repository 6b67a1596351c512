// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;

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

// SPDX-License-Identifier: Apache-2.0
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a program tells the JDK, or finds out by it, that no later run may see. */
public class Told {
    /** With an argument it gives the JDK's own threads a class loader. */
    public static class Loaders {
        public static void main(String[] args) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("Finalizer") || thread.getName().equals("Reference Handler")) {
                    System.out.println(thread.getContextClassLoader() == null ? "none" : thread.getContextClassLoader().getName());
                    if (args.length > 0) {
                        thread.setContextClassLoader(new URLClassLoader("mine", new URL[0], null));
                    }
                }
            }
        }
    }

    /** It leaves a thread that has to be waited for: only who sleeps sees that he was interrupted. */
    public static class Interrupts {
        public static void main(String[] args) {
            Thread left = new Thread(() -> {
                for (;;) {
                    try {
                        Thread.sleep(1000);
                    } catch (InterruptedException again) {
                        continue;
                    }
                }
            });
            left.setDaemon(true);
            left.start();
            Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
            System.out.println(Thread.interrupted());
        }
    }

    /** A source of seeds with a relative path. */
    public static class Seeds {
        public static void main(String[] args) throws Exception {
            System.setProperty("java.security.egd", "file:seed");
            Files.write(Path.of("seed"), new byte[1 << 16]);
            System.out.println(Arrays.toString(SecureRandom.getInstance("NativePRNG").generateSeed(4)));
        }
    }

    public static class OpensMany {
        public static void main(String[] args) throws IOException {
            List<InputStream> open = new ArrayList<>();
            try {
                for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                    open.add(new FileInputStream("/dev/null"));
                }
            } finally {
                System.out.println(open.size());
                for (InputStream file : open) {
                    file.close();
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.StringReader;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.spi.CharsetProvider;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.PropertyResourceBundle;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.TreeSet;
import javax.crypto.Cipher;
import javax.net.ssl.SSLContext;

/** More that a process keeps: of C, of policies, of names, of threads. */
public class Lasting {
    /** Prints a text by the C library, so many times. */
    public static class Puts {
        public static void main(String[] args) throws Throwable {
            Linker linker = Linker.nativeLinker();
            var puts = linker.downcallHandle(linker.defaultLookup().findOrThrow("puts"), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            try (Arena arena = Arena.ofConfined()) {
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    int ignored = (int) puts.invokeExact(arena.allocateFrom(args[0]));
                }
            }
        }
    }

    /** Sets an alarm, or sleeps for longer than that. */
    public static class Alarm {
        public static void main(String[] args) throws Throwable {
            if (args.length == 0) {
                Thread.sleep(1500);
                return;
            }
            Linker linker = Linker.nativeLinker();
            int ignored = (int) linker.downcallHandle(linker.defaultLookup().findOrThrow("alarm"), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                    .invokeExact(1);
        }
    }

    /** Exits in a handler of uncaught exceptions; with an argument of a thread's. */
    public static class Handler {
        public static void main(String[] args) throws InterruptedException {
            Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
                System.err.println("fatal: " + e.getMessage());
                System.exit(12);
            });
            if (args.length == 0) {
                throw new IllegalStateException("broken");
            }
            new Thread(() -> {
                throw new IllegalStateException("broken");
            }).start();
            Thread.sleep(10_000);
        }
    }

    public static class Policy {
        public static void main(String[] args) throws GeneralSecurityException {
            if (args.length > 0) {
                Security.setProperty("crypto.policy", args[0]);
            }
            System.out.println(Cipher.getMaxAllowedKeyLength("AES"));
            System.out.println(List.of(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites()).contains("TLS_AES_256_GCM_SHA384"));
        }
    }

    /** In how many parts a sum is made, its last digits tell. */
    public static class Sum {
        public static void main(String[] args) {
            if (args.length > 0) {
                System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", args[0]);
            }
            System.out.println(new Random(5).doubles(200_000).boxed().toList().parallelStream().reduce(0.0, Double::sum));
        }
    }

    public static class Bundles {
        public static void main(String[] args) {
            ClassLoader platform = ClassLoader.getPlatformClassLoader();
            ResourceBundle.Control control = new ResourceBundle.Control() {
                @Override
                public ResourceBundle newBundle(String name, Locale locale, String format, ClassLoader loader, boolean reload) throws IOException {
                    return locale.equals(Locale.ROOT) ? new PropertyResourceBundle(new StringReader("key=made")) : null;
                }
            };
            try {
                ResourceBundle found = args.length > 0 ? ResourceBundle.getBundle("own", Locale.US, platform, control) : ResourceBundle.getBundle("own", Locale.US, platform);
                System.out.println(found.getString("key"));
            } catch (MissingResourceException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** Shows the threads of the JDK; with an argument changes them then. */
    public static class Renamed {
        public static void main(String[] args) {
            var names = new TreeSet<String>();
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (!thread.getName().startsWith("Warm Server")) {
                    names.add(thread.getName() + " " + thread.getPriority());
                    if (args.length > 0) {
                        thread.setName("renamed");
                        thread.setPriority(1);
                    }
                }
            }
            System.out.println(names);
        }
    }

    /** A provider of the class path, whose name for a character set a property chooses. */
    public static class Charsets extends CharsetProvider {
        @Override
        public Iterator<Charset> charsets() {
            return Collections.emptyIterator();
        }

        @Override
        public Charset charsetForName(String name) {
            return name.equalsIgnoreCase("X-OWN") ? Charset.forName(System.getProperty("own", "US-ASCII")) : null;
        }

        public static void main(String[] args) {
            if (args.length > 0) {
                System.setProperty("own", args[0]);
            }
            System.out.println(Charset.forName("X-OWN"));
        }
    }
}

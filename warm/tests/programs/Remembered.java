// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VolatileCallSite;
import java.lang.reflect.InaccessibleObjectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Security;
import java.util.Date;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;

/** What the JDK keeps of a program that sets something, and says to one that does not. With an argument each sets it. */
public class Remembered {
    public static class Logins {
        public static void main(String[] args) throws IOException {
            if (args.length > 0) {
                Files.writeString(Path.of("logins"), "Client { com.sun.security.auth.module.Krb5LoginModule required principal=\"" + args[0] + "\"; };\n");
                System.setProperty("java.security.auth.login.config", "logins");
            }
            try {
                AppConfigurationEntry[] entries = Configuration.getConfiguration().getAppConfigurationEntry("Client");
                System.out.println(entries == null ? "no Client" : entries[0].getOptions());
            } catch (SecurityException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** The first of many exceptions of one place, which compiled code throws in the end. */
    public static class Exceptions {
        static RuntimeException first;

        static int lengths(Object[] words) {
            int sum = 0;
            for (Object word : words) {
                try {
                    sum += ((String) word).length();
                } catch (ClassCastException e) {
                    first = first == null ? e : first;
                }
            }
            return sum;
        }

        public static void main(String[] args) {
            Object[] words = {"a", 1, "b", 2, "c", 3};
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                lengths(words);
            }
            first.printStackTrace(System.out);
        }
    }

    public static class Details {
        public static void main(String[] args) {
            if (args.length > 0) {
                Security.setProperty("jdk.includeInExceptions", args[0]);
            }
            try {
                new Socket(InetAddress.getLoopbackAddress(), 1).close();
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    // Shows where this happens if a property says so when it happens first.
    public static class Refused {
        public static void main(String[] args) throws NoSuchFieldException {
            if (args.length > 0) {
                System.setProperty("sun.reflect.debugModuleAccessChecks", args[0]);
            }
            ByteArrayOutputStream shown = new ByteArrayOutputStream();
            System.setErr(new PrintStream(shown, true));
            try {
                String.class.getDeclaredField("value").setAccessible(true);
            } catch (InaccessibleObjectException e) {
                // Its message has an identity hash code.
                System.out.println(shown.toString().contains("checkCanSetAccessible"));
            }
        }
    }

    // The first of a VM writes a number into a static of the JDK.
    public static class Volatile {
        public static void main(String[] args) throws Throwable {
            VolatileCallSite site = new VolatileCallSite(MethodHandles.constant(int.class, 5));
            System.out.println((int) site.dynamicInvoker().invokeExact() + (int) site.getTarget().invokeExact());
        }
    }

    // A line of the JDK's own loggers before the program has any.
    public static class Format {
        public static void main(String[] args) {
            if (args.length > 0) {
                System.setProperty("java.util.logging.SimpleFormatter.format", args[0] + " %5$s%n");
            }
            System.getLogger("of the program").log(System.Logger.Level.WARNING, "said");
        }
    }

    public static class Texts {
        public static void main(String[] args) {
            if (args.length > 0) {
                Locale.setDefault(Locale.forLanguageTag(args[0]));
            }
            try {
                new javax.security.auth.Subject().getPrivateCredentials(null);
            } catch (NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    public static class ExitLog {
        public static void main(String[] args) throws IOException {
            if (args.length > 0) {
                Files.writeString(Path.of("logging"), "handlers=java.util.logging.ConsoleHandler\njava.util.logging.ConsoleHandler.level=ALL\n"
                        + "java.lang.Runtime.level=FINE\njava.util.logging.SimpleFormatter.format=%5$s%n\n");
                System.setProperty("java.util.logging.config.file", "logging");
            }
            System.exit(3);
        }
    }

    public static class Filters {
        private static final Logger LOGGER = Logger.getLogger("java.io.serialization");

        public static void main(String[] args) throws Exception {
            if (args.length > 0) {
                LOGGER.setLevel(Level.FINEST);
                LOGGER.setUseParentHandlers(false);
                LOGGER.addHandler(new Handler() {
                    @Override
                    public void publish(LogRecord entry) {
                        System.out.println(entry.getLevel() + " " + entry.getMessage().substring(0, 20));
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                });
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new Date(0));
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.base/*;!*"));
                System.out.println(in.readObject().getClass());
            }
        }
    }

    public static class Aliases {
        static class Own extends Provider {
            private static final long serialVersionUID = 1;

            Own() {
                super("Own", "1", "");
                put("Signature.OWN", "no.such.Type");
                put("Alg.Alias.Signature.OID.1.2.3.4.5.6", "OWN");
                put("Alg.Alias.Signature.1.2.3.4.5.6", "OWN");
            }
        }

        public static void main(String[] args) {
            if (args.length > 0) {
                Security.addProvider(new Own());
            }
            try {
                System.out.println(new EncryptedPrivateKeyInfo("OWN", new byte[] {1, 2}).getAlgName());
            } catch (GeneralSecurityException e) {
                System.out.println(e);
            }
        }
    }

    public static class Groups {
        @SuppressWarnings("removal")
        public static void main(String[] args) {
            ThreadGroup main = Thread.currentThread().getThreadGroup();
            System.out.println(main.isDaemon() + " " + main.getParent().isDaemon() + " " + new ThreadGroup("new").isDaemon());
            main.setDaemon(true);
            main.getParent().setDaemon(true);
        }
    }

    /** Code that has been compiled knows who may call it. */
    public static class Restricted {
        static long sum;

        static void call() {
            sum += MemorySegment.NULL.reinterpret(8).byteSize();
        }

        public static void main(String[] args) {
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                call();
            }
            System.out.println(sum);
        }
    }

    public static class Channels {
        public static void main(String[] args) throws Exception {
            try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                    AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
                var accepted = server.accept();
                client.connect(server.getLocalAddress()).get();
                accepted.get().write(ByteBuffer.wrap("hello".getBytes())).get();
                System.out.println(client.read(ByteBuffer.allocate(10)).get());
                accepted.get().close();
            }
        }
    }

    public static class Inherited {
        public static void main(String[] args) throws IOException {
            Object channel = System.inheritedChannel();
            System.out.println(channel == null ? null : channel.getClass().getSimpleName());
        }
    }

    public static class Position {
        public static void main(String[] args) throws IOException {
            try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
                System.err.println(out.getChannel().position());
            }
        }
    }

    public static class Exhausts {
        public static void main(String[] args) {
            long[][] kept = new long[1000][];
            for (int i = 0;; i++) {
                kept[i] = new long[10_000_000];
            }
        }
    }

    /** Timers that all need one lock of the JDK's. With an argument: whether all of them go on. */
    public static class Locks {
        static void decrypt(KeyPair pair, AtomicLong count) {
            try {
                Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding");
                for (byte[] data = new byte[32];; count.incrementAndGet()) {
                    cipher.init(Cipher.DECRYPT_MODE, pair.getPrivate());
                    cipher.doFinal(data);
                }
            } catch (GeneralSecurityException e) {
                System.out.println(e);
            }
        }

        public static void main(String[] args) throws Exception {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(512);
            KeyPair pair = generator.generateKeyPair();
            AtomicLong[] counts = new AtomicLong[4];
            for (int i = 0; i < counts.length; i++) {
                AtomicLong count = counts[i] = new AtomicLong();
                new Timer().schedule(new TimerTask() {
                    @Override
                    public void run() {
                        decrypt(pair, count);
                    }
                }, 0);
            }
            Thread.sleep(200);
            for (int i = 0; args.length > 0 && i < counts.length; i++) {
                long before = counts[i].get();
                for (int wait = 0; wait < 1000 && counts[i].get() == before; wait++) {
                    Thread.sleep(10);
                }
                System.out.println(counts[i].get() > before);
            }
            System.exit(0);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.Timer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What a run sees is its own: each of these changes what it prints. */
public class State {
    public static class Statics {
        static int count;
        static final int[] ARRAY = {1, 2, 3};
        static final List<String> LIST = new ArrayList<>();
        static final long NUMBER = Long.parseLong("5") + LIST.size();

        public static void main(String[] args) {
            LIST.add("x");
            ARRAY[1] += 5;
            System.out.println(++count + " " + ARRAY[1] + " " + LIST + " " + NUMBER);
        }
    }

    enum Color {
        RED, GREEN;

        int used;
    }

    public static class Enums {
        public static void main(String[] args) {
            Color.RED.used++;
            Map<Color, Integer> map = new EnumMap<>(Color.class);
            for (int i = 0; i < 20_000; i++) {
                map.merge(Color.values()[i & 1], 1, Integer::sum);
            }
            switch (Color.valueOf("RED")) {
                case RED -> System.out.println("red " + Color.RED.used + " " + map);
                case GREEN -> System.out.println("green");
            }
        }
    }

    record Point(int x, int y) {}

    public static class Lambdas {
        static int calls;
        static final Supplier<String> FIXED = () -> "fixed " + calls;

        public static void main(String[] args) {
            Supplier<Integer> counts = () -> ++calls;
            for (int i = 0; i < 30_000; i++) {
                counts.get();
            }
            System.out.println(FIXED.get() + new Point(calls, 2) + new Point(1, 2).equals(new Point(1, 2)));
        }
    }

    static class Order {
        static {
            System.out.println("first use of Order");
        }

        static void touch() {}
    }

    static class Never {
        static {
            System.out.println("Never is initialised");
        }
    }

    public static class Initialisers {
        public static void main(String[] args) {
            System.out.println("before");
            for (int i = 0; i < 20_000; i++) {
                Order.touch();
            }
            if (args.length > 0 && args[0].equals("never")) {
                System.out.println(Never.class.desiredAssertionStatus());
                new Never();
            }
        }
    }

    static class Fails {
        static int value = Integer.parseInt(System.getProperty("fails.value", "x"));
    }

    public static class FailingInitialiser {
        public static void main(String[] args) {
            for (int i = 0; i < 2; i++) {
                try {
                    System.out.println(Fails.value);
                } catch (Throwable e) {
                    System.out.println(e + " by " + e.getCause());
                }
            }
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        String value();
    }

    @Marked("here")
    public static class Reflection {
        static int number = 1;

        public static void main(String[] args) throws Exception {
            Field field = Reflection.class.getDeclaredField("number");
            for (int i = 0; i < 30; i++) {
                field.set(null, (int) field.get(null) + 1);
            }
            Runnable proxy = (Runnable) Proxy.newProxyInstance(State.class.getClassLoader(), new Class<?>[] {Runnable.class},
                    (self, method, arguments) -> {
                        System.out.println(method.getName() + number);
                        return null;
                    });
            proxy.run();
            System.out.println(Reflection.class.getAnnotation(Marked.class).value());
        }
    }

    /** State of the JDK, which the same program then changes. */
    public static class OfJdk {
        public static void main(String[] args) throws Exception {
            Thread main = Thread.currentThread();
            System.out.println(Locale.getDefault() + " " + TimeZone.getDefault().getID() + " " + Thread.getDefaultUncaughtExceptionHandler());
            System.out.println(main + " " + main.getPriority() + " " + main.isInterrupted() + " " + main.getContextClassLoader().getName());
            System.out.println(new Thread().getName() + " " + Thread.activeCount() + " " + main.getThreadGroup().getMaxPriority());
            Executors.newSingleThreadExecutor(Executors.defaultThreadFactory()).submit(() -> {
                System.out.println(Thread.currentThread().getName());
                System.exit(leave());
            });
        }

        static int leave() {
            Locale.setDefault(Locale.ITALY);
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("mine"));
            new Timer(true);
            Thread.currentThread().getThreadGroup().setMaxPriority(2);
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /** Each of these can be set once in the life of a VM, or is found by whoever comes later. */
    public static class Net {
        public static void main(String[] args) throws Exception {
            System.out.println(Authenticator.getDefault() + " " + CookieHandler.getDefault() + " " + HttpURLConnection.getFollowRedirects() + " "
                    + URLConnection.getDefaultUseCaches("http") + " " + ProxySelector.getDefault().getClass().getName());
            URL.setURLStreamHandlerFactory(protocol -> protocol.equals("mine") ? new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return null;
                }
            } : null);
            System.out.println(new URL("mine:x").getProtocol());
            Authenticator.setDefault(new Authenticator() {});
            CookieHandler.setDefault(new CookieManager());
            ProxySelector.setDefault(ProxySelector.of(null));
            HttpURLConnection.setFollowRedirects(false);
            URLConnection.setDefaultUseCaches("http", false);
        }
    }

    /** Its initialiser tells java.base something that it accepts once. */
    public static class Unsafe {
        public static void main(String[] args) throws Exception {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            System.out.println(field.get(null).getClass().getName());
            try {
                field.getType().getMethod("getUnsafe");
                System.out.println("getUnsafe is found");
            } catch (NoSuchMethodException e) {
                System.out.println("getUnsafe is hidden");
            }
        }
    }

    /** A finalizer of a past run must not run in a later one, nor initialise its class there. */
    public static class Finalizers {
        static int count;

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            System.out.println("finalized " + ++count);
        }

        public static void main(String[] args) {
            for (int i = 0; i < 100; i++) {
                new Finalizers();
            }
            System.out.println("main " + count);
        }
    }

    /** Ends with many finalizers that have just become due; those of the next run work. */
    public static class Pending {
        static final CountDownLatch WORKS = new CountDownLatch(1);
        static int count;

        private final boolean first;

        Pending(boolean first) {
            this.first = first;
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            count++;
            if (first) {
                WORKS.countDown();
            }
        }

        public static void main(String[] args) throws InterruptedException {
            new Pending(true);
            System.gc();
            System.out.println(WORKS.await(20, TimeUnit.SECONDS));
            for (int i = 0; i < 100_000; i++) {
                new Pending(false);
            }
            System.gc();
        }
    }

    public static class Properties {
        public static void main(String[] args) {
            System.out.println(System.getProperties());
            System.setProperty("left.over", "yes");
            System.setProperty("line.separator", "!");
            System.clearProperty("java.io.tmpdir");
        }
    }

    /** What the manifest of its jar opens, exports and allows, if it is started by -jar. */
    public static class Opened {
        public static void main(String[] args) {
            Module own = Opened.class.getModule();
            Module base = Object.class.getModule();
            System.out.println(base.isOpen("java.util", own) + " " + base.isOpen("sun.nio.ch", own) + " " + base.isOpen("java.lang", own));
            System.out.println(base.isExported("sun.security.util", own) + " " + own.isNativeAccessEnabled());
        }
    }

    public static class Logging {
        static final Logger LOG = Logger.getLogger("conformance");

        public static void main(String[] args) throws Exception {
            System.out.println(LOG.getLevel() + " " + Logger.getLogger("").getHandlers().length);
            LOG.setLevel(Level.FINE);
            // Loggers that the JDK keeps for itself.
            new ProcessBuilder("true").start().waitFor();
            java.io.ObjectInputFilter.Config.createFilter("java.base/*");
            Logger.getLogger("").addHandler(new java.util.logging.ConsoleHandler());
        }
    }
}

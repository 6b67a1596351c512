// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** Programs that fail. */
public class Faults {
    public static class Overflow {
        public static void main(String[] args) {
            down(0);
        }

        static int down(int depth) {
            return down(depth + 1) + 1;
        }
    }

    /** Fills the heap. */
    public static class Exhausts {
        static final List<long[]> ALL = new ArrayList<>();

        public static void main(String[] args) {
            if (args.length > 0) {
                try {
                    fill();
                } catch (OutOfMemoryError e) {
                    ALL.clear();
                    System.out.println(e.getMessage());
                }
            } else {
                fill();
            }
        }

        private static void fill() {
            for (;;) {
                ALL.add(new long[100_000]);
            }
        }
    }

    /** Writes where nobody may. */
    public static class Crashes {
        public static void main(String[] args) throws Exception {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            System.out.println("crashes");
            ((sun.misc.Unsafe) field.get(null)).putInt(0L, 1);
            System.out.println("goes on");
        }
    }

    public static class KillsItself {
        public static void main(String[] args) throws Exception {
            System.out.println("kills itself");
            new ProcessBuilder("kill", "-" + args[0], Long.toString(ProcessHandle.current().pid())).start().waitFor();
            Thread.sleep(20_000);
            System.out.println("goes on");
        }
    }

    /** Waits for ever: the hook waits for the exit that waits for the hook. */
    public static class HookExits {
        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                System.out.println("in the hook");
                System.exit(5);
                System.out.println("after exit");
            }));
        }
    }

    public static class FailingHook {
        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                throw new IllegalStateException("in a hook");
            }));
            Thread removed = new Thread(() -> System.out.println("removed"));
            Runtime.getRuntime().addShutdownHook(removed);
            System.out.println(Runtime.getRuntime().removeShutdownHook(removed));
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {}, "twice"));
                Thread twice = new Thread(() -> {}, "twice");
                Runtime.getRuntime().addShutdownHook(twice);
                Runtime.getRuntime().addShutdownHook(twice);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static class NeedsMissing {
        static int read() {
            return Integer.parseInt("5");
        }
    }

    public static class NoSuchThings {
        public static void main(String[] args) {
            for (int i = 0; i < 2; i++) {
                try {
                    Class.forName("not.There");
                } catch (ClassNotFoundException e) {
                    System.out.println(e);
                }
                try {
                    Class.forName("Faults$NeedsMissing").getDeclaredMethod("none");
                } catch (ReflectiveOperationException e) {
                    System.out.println(e);
                }
                try {
                    Object[] texts = new String[1];
                    texts[0] = i;
                } catch (ArrayStoreException e) {
                    System.out.println(e);
                }
                try {
                    Object number = NeedsMissing.read();
                    System.out.println((String) number);
                } catch (ClassCastException e) {
                    System.out.println(e.getMessage());
                }
                try {
                    int[] none = null;
                    System.out.println(none[i]);
                } catch (NullPointerException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    /** An exception that fails when it is printed. */
    public static class Odd {
        public static void main(String[] args) {
            RuntimeException odd = new RuntimeException("odd") {
                @Override
                public String getMessage() {
                    return Thread.currentThread().getName() + " said";
                }
            };
            odd.addSuppressed(new Exception("suppressed", odd));
            odd.setStackTrace(new StackTraceElement[0]);
            throw odd;
        }
    }

    /** Main returns while nothing at all can be allocated. */
    public static class FillsHeap {
        static Object kept;

        public static void main(String[] args) {
            System.out.println("fills");
            for (int size = 1 << 20; size >= 0; size = size == 0 ? -1 : size / 2) {
                try {
                    for (;;) {
                        Object[] next = new Object[size + 1];
                        next[0] = kept;
                        kept = next;
                    }
                } catch (OutOfMemoryError e) {
                    // Smaller ones may fit.
                }
            }
        }
    }
}

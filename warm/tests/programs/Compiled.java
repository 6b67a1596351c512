// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Code that was compiled, and call sites that were linked, in an earlier run see the statics of their own. */
public class Compiled {
    private static final int TURNS = 60_000;

    public static class Folded {
        static final int N = Integer.getInteger("n", 1);
        static final int[] TABLE = {N, N + 1};
        static final Object IDENTITY = new Object();
        static final String TEXT = "n is " + N;

        public static void main(String[] args) {
            long sum = 0;
            boolean same = true;
            for (int i = 0; i < TURNS; i++) {
                sum += hot(i);
                same &= held() == IDENTITY;
            }
            System.out.println(sum + " " + same + " " + TEXT);
        }

        static int hot(int i) {
            return N * (i & 3) + TABLE[i & 1] + TEXT.length();
        }

        static Object held() {
            return IDENTITY;
        }
    }

    public static class Handles {
        static final int N = Integer.getInteger("n", 1);
        static final MethodHandle TIMES;
        static final VarHandle COUNT;
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
        static final int[] ARRAY = {N, 0};
        static int count;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                TIMES = lookup.findStatic(Handles.class, "times", MethodType.methodType(int.class, int.class));
                COUNT = lookup.findStaticVarHandle(Handles.class, "count", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        static int times(int i) {
            return i * N;
        }

        public static void main(String[] args) throws Throwable {
            long sum = 0;
            for (int i = 0; i < TURNS; i++) {
                sum += (int) TIMES.invokeExact(i) + (int) ELEMENTS.getAndAdd(ARRAY, 1, 1);
                COUNT.getAndAdd(1);
            }
            MethodHandle getter = MethodHandles.lookup().findStaticGetter(Handles.class, "count", int.class);
            System.out.println(sum + " " + count + " " + ARRAY[0] + " " + ARRAY[1] + " " + (int) getter.invoke());
        }
    }

    public static class Sites {
        static String prefix = System.getProperty("n", "none");
        static int calls;

        static int twice(int i) {
            calls++;
            return 2 * i;
        }

        public static void main(String[] args) {
            IntUnaryOperator reference = Sites::twice;
            Supplier<String> capturing = () -> prefix + calls;
            int hash = 0;
            for (int i = 0; i < TURNS; i++) {
                hash = 31 * hash + (prefix + i + calls).hashCode() + reference.applyAsInt(i);
            }
            System.out.println(hash + " " + capturing.get());
        }
    }

    sealed interface Shape permits Circle, Square, Kind {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    enum Kind implements Shape {
        SMALL, LARGE;

        int seen;
    }

    /** Their call sites remember constants of the enum. */
    public static class Switches {
        public static void main(String[] args) {
            Shape[] shapes = {new Circle(1), new Square(2), Kind.SMALL, Kind.LARGE, new Circle(5)};
            long sum = 0;
            for (int i = 0; i < TURNS; i++) {
                sum = sum * 7 + number(shapes[i % shapes.length]) + constant(Kind.values()[i & 1]);
            }
            System.out.println(sum + " " + Kind.SMALL.seen + " " + new Circle(3) + " " + new Circle(3).hashCode());
        }

        static int number(Shape shape) {
            return switch (shape) {
                case Circle(int radius) when radius > 2 -> 10 + radius;
                case Circle circle -> circle.radius();
                case Kind.SMALL -> ++Kind.SMALL.seen & 1;
                case Kind.LARGE -> 4;
                case Square(var side) -> side;
            };
        }

        static int constant(Kind kind) {
            return switch (kind) {
                case SMALL -> 1;
                case LARGE -> 2;
            };
        }
    }

    static class First {
        static int value = Second.value + 1;
    }

    static class Second {
        static int value = First.value + 10;
    }

    /** Which of two classes that need each other is first decides what both hold (HotTub paper, section 5). */
    public static class Circular {
        public static void main(String[] args) {
            int first = args[0].equals("first") ? First.value : Second.value;
            System.out.println(first + " " + First.value + " " + Second.value);
        }
    }

    static class LateOne {
        static final int SEEN = Timed.calls;

        static int seen() {
            return SEEN;
        }
    }

    /** An initialiser that depends on when it runs. */
    public static class Timed {
        static int calls;

        public static void main(String[] args) {
            int wanted = Integer.parseInt(args[0]);
            for (int i = 0; i < TURNS; i++) {
                calls++;
                if (calls >= wanted && LateOne.seen() != wanted) {
                    throw new AssertionError("saw " + LateOne.seen());
                }
            }
            System.out.println(LateOne.seen());
        }
    }

    public static class Accessors {
        static int number = Integer.getInteger("n", 1);
        static final int CONSTANT = Integer.getInteger("n", 1) + 1;
        private int own = number;

        static int next(int by) {
            return number += by;
        }

        public static void main(String[] args) throws Exception {
            Field field = Accessors.class.getDeclaredField("number");
            Field constant = Accessors.class.getDeclaredField("CONSTANT");
            Field own = Accessors.class.getDeclaredField("own");
            Method next = Accessors.class.getDeclaredMethod("next", int.class);
            for (int i = 0; i < 50; i++) {
                next.invoke(null, 1);
                field.setInt(null, field.getInt(null) + 1);
            }
            Accessors made = Accessors.class.getDeclaredConstructor().newInstance();
            System.out.println(number + " " + constant.get(null) + " " + own.get(made));
            try {
                constant.setAccessible(true);
                constant.set(null, 5);
            } catch (IllegalAccessException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    public static class ClassValues {
        static int computed;
        static final ClassValue<Integer> VALUE = new ClassValue<>() {
            @Override
            protected Integer computeValue(Class<?> type) {
                return ++computed;
            }
        };

        public static void main(String[] args) {
            for (int i = 0; i < 1000; i++) {
                VALUE.get(String.class);
                VALUE.get(ClassValues.class);
            }
            Function<Class<?>, Integer> get = VALUE::get;
            System.out.println(get.apply(String.class) + " " + get.apply(ClassValues.class) + " " + get.apply(int[].class) + " " + computed);
            ClassValue<ClassValues> own = new ClassValue<>() {
                @Override
                protected ClassValues computeValue(Class<?> type) {
                    return new ClassValues();
                }
            };
            Class<?>[] types = {int.class, void.class, double[][].class, String[].class, ClassValues[].class};
            for (Class<?> type : types) {
                System.out.println(own.get(type) == own.get(type));
            }
        }
    }
}

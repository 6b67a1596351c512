// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** What links a program's code and its classes: call sites of all kinds, reflection, annotations, handles. */
public class Wired {
    static String prefix = System.getProperty("n", "none");
    static int calls;

    private final int number;

    Wired() {
        number = ++calls;
    }

    Wired(String text) {
        number = text.length();
    }

    String join(Object... parts) {
        return prefix + number + Arrays.toString(parts);
    }

    public static class References {
        static final Function<String, Wired> MAKES = Wired::new;
        static final Map<String, Supplier<String>> TABLE = new HashMap<>();
        static final Supplier<Supplier<String>> NESTED = () -> () -> prefix + calls;

        static {
            TABLE.put("late", () -> "late " + calls);
        }

        interface Source<T> {
            T get(T before);
        }

        interface Longer extends Source<String> {
            @Override
            String get(String before);
        }

        public static void main(String[] args) {
            int hash = 0;
            for (int i = 0; i < 20_000; i++) {
                Supplier<Wired> none = Wired::new;
                Wired made = none.get();
                Function<Object[], String> bound = made::join;
                BiFunction<Wired, Object[], String> unbound = Wired::join;
                IntFunction<int[]> arrays = int[]::new;
                Longer bridged = before -> before + made.number;
                Source<String> source = bridged;
                hash = 31 * hash + bound.apply(new Object[] {i}).hashCode() + unbound.apply(made, new Object[0]).length() + arrays.apply(i & 7).length
                        + source.get("s").hashCode();
            }
            Runnable both = (Runnable & Serializable) () -> calls += 5;
            both.run();
            System.out.println(hash + " " + MAKES.apply("four").number + " " + TABLE.get("late").get() + " " + NESTED.get().get() + " " + (both instanceof Serializable));
        }
    }

    record Mixed(double real, float small, long large, char letter, String text, int[] array) {}

    record Counted(String name) {
        static int made;

        Counted {
            made++;
        }

        static int all() {
            return made;
        }
    }

    public static class Values {
        static int code(String text) {
            return switch (text) {
                case "Aa", "BB" -> 1;
                case "none" -> ++calls;
                default -> -1;
            };
        }

        public static void main(String[] args) {
            Mixed one = new Mixed(0.0, -0.0f, 1L << 33, 'c', prefix, null);
            Mixed two = new Mixed(-0.0, 0.0f, 1L << 33, 'c', prefix, null);
            long sum = 0;
            for (int i = 0; i < 20_000; i++) {
                sum += new Counted(prefix + i).hashCode() + code(i % 3 == 0 ? "BB" : i % 3 == 1 ? "none" : prefix) + (one.equals(two) ? 1 : 0);
            }
            System.out.println(sum + " " + Counted.all() + " " + calls + " " + one + " "
                    + one.hashCode() + " " + one.equals(new Mixed(0.0, -0.0f, 1L << 33, 'c', prefix, null)));
            char c = 'x';
            System.out.println("concat " + c + 1 + 2L + 3.5f + null + true + prefix + calls + new Counted("last") + Counted.made);
        }
    }

    /** A lambda that is written, and comes back by a method of its class. */
    public static class Written {
        interface Says extends Supplier<String>, Serializable {}

        public static void main(String[] args) throws Exception {
            String captured = prefix + ++calls;
            Says says = () -> captured + " " + calls;
            for (int i = 0; i < 3; i++) {
                calls++;
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(says);
                }
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                    System.out.println(((Says) in.readObject()).get());
                }
            }
        }
    }

    enum Level {
        LOW, HIGH;

        int asked;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String name() default "unnamed";

        Level level() default Level.LOW;

        Class<?> type() default Wired.class;

        int[] numbers() default {1, 2};
    }

    @Tag(name = "first", level = Level.HIGH)
    @Tag(type = Counted.class, numbers = {})
    static class Tagged<T extends Comparable<T>> implements Callable<List<? super T>> {
        static int made;

        Tagged() {
            made++;
        }

        @Override
        public List<? super T> call() {
            return List.of();
        }
    }

    public static class Marks {
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 30; i++) {
                for (Tag tag : Tagged.class.getAnnotationsByType(Tag.class)) {
                    tag.level().asked++;
                    if (tag.numbers().length > 0) {
                        tag.numbers()[0] = 99;
                    }
                }
            }
            Tag[] tags = Tagged.class.getAnnotationsByType(Tag.class);
            System.out.println(Arrays.toString(tags));
            System.out.println(tags[0].level().asked + " " + Level.LOW.asked + " " + tags[0].equals(tags[1]) + " "
                    + tags[0].equals(Tagged.class.getAnnotation(Tags.class).value()[0]));
            System.out.println(Arrays.toString(Tagged.class.getGenericInterfaces()) + " " + Arrays.toString(Tagged.class.getTypeParameters()[0].getBounds()));
            Constructor<?> constructor = Tagged.class.getDeclaredConstructor();
            Method length = String.class.getMethod("length");
            Method all = Counted.class.getDeclaredMethod("all");
            int sum = 0;
            for (int i = 0; i < 50; i++) {
                constructor.newInstance();
                new Counted("x");
                sum += (int) length.invoke("four") + (int) all.invoke(null);
            }
            System.out.println(sum + " " + Tagged.made);
            for (RecordComponent component : Mixed.class.getRecordComponents()) {
                System.out.print(component + " " + component.getAccessor().invoke(new Mixed(1, 2, 3, '4', "5", null)) + ", ");
            }
            System.out.println(Wired.class.getDeclaredClasses().length + " " + Counted.class.getNestHost().getSimpleName());
        }
    }

    /** Handles that are put together. */
    public static class Proxied {
        static int times(int by, int i) {
            calls++;
            return by * i + prefix.length();
        }

        public static void main(String[] args) throws Throwable {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle times = lookup.findStatic(Proxied.class, "times", MethodType.methodType(int.class, int.class, int.class));
            MethodHandle twice = MethodHandles.insertArguments(times, 0, 2);
            MethodHandle guarded = MethodHandles.guardWithTest(
                    lookup.findStatic(Proxied.class, "isOdd", MethodType.methodType(boolean.class, int.class)), twice, MethodHandles.filterReturnValue(twice, twice));
            long sum = 0;
            for (int i = 0; i < 20_000; i++) {
                sum += (int) guarded.invokeExact(i);
            }
            System.out.println(sum + " " + calls);
        }

        static boolean isOdd(int i) {
            return (i & 1) == 1;
        }
    }

    /** An interface by a handle. */
    public static class Adapted {
        public interface Takes {
            int take(int i);
        }

        public static int count(int i) {
            return ++calls + i;
        }

        public static void main(String[] args) throws Throwable {
            MethodHandle count = MethodHandles.publicLookup().findStatic(Adapted.class, "count", MethodType.methodType(int.class, int.class));
            Takes takes = MethodHandleProxies.asInterfaceInstance(Takes.class, count);
            for (int i = 0; i < 100; i++) {
                takes.take(i);
            }
            System.out.println(takes.take(1000) + " " + MethodHandleProxies.isWrapperInstance(takes));
        }
    }

    /** A static final that is changed all the same. */
    public static class Hacked {
        static final String FIXED = new String("as written");
        static final int[] NUMBERS = {1};

        public static void main(String[] args) throws Exception {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
            Field fixed = Hacked.class.getDeclaredField("FIXED");
            System.out.println(fixed.get(null) + " " + NUMBERS[0]++);
            unsafe.putObject(unsafe.staticFieldBase(fixed), unsafe.staticFieldOffset(fixed), "hacked");
            System.out.println(fixed.get(null));
        }
    }
}

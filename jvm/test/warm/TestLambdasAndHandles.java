// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=some
 * @summary Lambdas, records, method and variable handles, dynamic constants and reflection see this run's state only
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestLambdasAndHandles some
 */
/*
 * @test id=all
 * @summary The same with each collector and compiler
 * @key soak
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=600 TestLambdasAndHandles all
 */
import h2test.WarmRuns;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class TestLambdasAndHandles {
    public static void main(String[] args) {
        new WarmRuns(Program.class, 2).test(args[0], TestLambdasAndHandles::some, TestLambdasAndHandles::all);
    }

    private static void some(WarmRuns runs) {
        runs.sameAsCold("-XX:+UseSerialGC", "-Xbatch");
        runs.sameAsCold("-XX:+UseParallelGC", "-Xbatch", "-XX:TieredStopAtLevel=1");
    }

    private static void all(WarmRuns runs) {
        for (String gc : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            runs.sameAsCold(gc, "-Xbatch");
            runs.sameAsCold(gc, "-Xbatch", "-XX:-TieredCompilation");
            runs.sameAsCold(gc, "-Xbatch", "-XX:TieredStopAtLevel=1");
        }
        runs.sameAsCold("-XX:+UseSerialGC", "-Xint");
    }

    public static class Program {
        static String text;

        public static void main(String[] args) throws Throwable {
            text = args[0];
            long sum = 0;
            for (int i = 0; i < 12_000; i++) {
                sum += step(i);
            }
            System.out.println(sum + " " + new Pair(Held.value(), text));
            System.out.println(describe(Kind.ONE) + describe(text) + describe(List.of(text)));
        }

        static long step(int i) throws Throwable {
            Supplier<String> plain = () -> text;
            Supplier<String> capturing = () -> text + i;
            IntSupplier reference = Held::value;
            Method method = Held.class.getMethod("value");
            EnumMap<Kind, Integer> map = new EnumMap<>(Kind.class);
            map.put(Kind.valueOf("TWO"), i);
            return plain.get().length() + capturing.get().length() + reference.getAsInt() + (int) Handles.VALUE.invokeExact()
                    + (int) Handles.FIELD.getAndAdd(1) + (int) method.invoke(null) + map.size()
                    + text() + number()
                    + new Pair(i, text).hashCode() + describe(Kind.values()[i % 2]).length();
        }

        // Each of its own, since what else is in step() makes its code one of this run, too, and a collection unloads code with objects of a run.
        static int text() throws Throwable {
            return ((String) Handles.CONSTANT.invokeExact()).hashCode();
        }

        static int number() throws Throwable {
            return (int) Handles.NUMBER.invokeExact();
        }

        static String describe(Object o) {
            return switch (o) {
                case Kind.ONE -> "one " + Kind.ONE.created;
                case Kind k -> k + " " + k.created;
                case String s when s.equals(text) -> "this run's " + s;
                default -> "other " + o;
            };
        }
    }

    record Pair(int number, String text) {}

    enum Kind {
        ONE, TWO;

        final String created = "in run " + Program.text;
    }

    public static class Held {
        static int value = Integer.parseInt(Program.text) + 10;

        static {
            System.out.println("Held in run " + Program.text);
        }

        public static int value() {
            return value;
        }
    }

    static class Handles {
        static final MethodHandle CONSTANT = MethodHandles.constant(String.class, "of run " + Program.text);
        static final MethodHandle NUMBER = MethodHandles.constant(int.class, Integer.parseInt(Program.text));
        static final MethodHandle VALUE;
        static final VarHandle FIELD;

        static {
            System.out.println("Handles");
            try {
                VALUE = MethodHandles.lookup().findStatic(Held.class, "value", MethodType.methodType(int.class));
                FIELD = MethodHandles.lookup().findStaticVarHandle(Held.class, "value", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}

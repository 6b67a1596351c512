// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=some
 * @summary Every run initialises each class when a new VM would, in the same order, with the same values and errors
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestInitialisationOrder some
 */
/*
 * @test id=all
 * @summary The same with each collector and compiler
 * @key soak
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=600 TestInitialisationOrder all
 */
import h2test.WarmRuns;

public class TestInitialisationOrder {
    public static void main(String[] args) {
        new WarmRuns(Program.class, 3).test(args[0], TestInitialisationOrder::some, TestInitialisationOrder::all);
    }

    private static void some(WarmRuns runs) {
        runs.sameAsCold("-XX:+UseSerialGC");
        runs.sameAsCold("-XX:+UseParallelGC", "-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestInitialisationOrder*::*");
    }

    private static void all(WarmRuns runs) {
        for (String gc : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            runs.sameAsCold(gc);
            runs.sameAsCold(gc, "-Xint");
            runs.sameAsCold(gc, "-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestInitialisationOrder*::*");
            runs.sameAsCold(gc, "-Xcomp", "-XX:TieredStopAtLevel=1", "-XX:CompileCommand=quiet",
                    "-XX:CompileOnly=TestInitialisationOrder*::*");
        }
    }

    static class Program {
        static int calls;

        static {
            System.out.println("Program");
        }

        public static void main(String[] args) {
            System.out.println("run " + args[0] + ", calls so far " + calls++);
            System.out.println(A.VALUE + " " + B.VALUE);
            for (int i = 0; i < 4; i++) {
                afterThreeCalls(i);
            }
            // The interface has a default method and is initialised with the class; the other is not.
            new Implementation();
            Twice increment = x -> x + 1;
            System.out.println("lambda " + increment.twice(1));
            int captured = args.length;
            Twice add = x -> x + captured;
            System.out.println("lambda " + add.twice(1));
            System.out.println(Constants.FOLDED);
            System.out.println(Constants.COMPUTED.length());
            for (int i = 0; i < 2; i++) {
                failing();
            }
            FailsOnOddRuns.number = Integer.parseInt(args[0]);
            try {
                System.out.println(FailsOnOddRuns.Inner.value);
            } catch (LinkageError e) {
                System.out.println(e + " because of " + e.getCause());
            }
            System.out.println(new Child().name + Parent.count);
            System.out.println(new int[Sized.LENGTH].length + " " + Sized.later);
        }

        static void afterThreeCalls(int call) {
            if (call == 3) {
                Late.touch();
            }
        }

        static void failing() {
            try {
                Failing.touch();
            } catch (LinkageError e) {
                System.out.println(e + " because of " + e.getCause());
            }
        }
    }

    // Each needs the other: the values depend on who is first.
    static class A {
        static final int VALUE = B.VALUE + 1;
    }

    static class B {
        static final int VALUE = A.VALUE + 1;
    }

    static class Late {
        static {
            System.out.println("Late, after " + Program.calls + " calls of main");
        }

        static void touch() {}
    }

    interface WithDefault {
        Object MARK = mark("WithDefault");

        default void nothing() {}
    }

    interface WithoutDefault {
        Object MARK = mark("WithoutDefault");
    }

    // Initialised with the first lambda that is made.
    interface Twice {
        Object MARK = mark("Twice");

        int once(int x);

        default int twice(int x) {
            return once(once(x));
        }
    }

    static Object mark(String what) {
        System.out.println(what);
        return what;
    }

    static class Implementation implements WithDefault, WithoutDefault {}

    interface Constants {
        String FOLDED = "constant";
        String COMPUTED = "computed".concat("!");
        Object MARK = mark("Constants");
    }

    static class Failing {
        static {
            System.out.println("Failing");
            if (true) {
                throw new IllegalStateException("on purpose");
            }
        }

        static void touch() {}
    }

    static class FailsOnOddRuns {
        static int number;

        static class Inner {
            static int value = 100 / (1 - number % 2);
        }
    }

    static class Parent {
        static int count = 5;
        String name = "child of ";

        static {
            System.out.println("Parent");
        }
    }

    // Has no initialiser of its own.
    static class Child extends Parent {}

    static class Sized {
        static final int LENGTH = Integer.parseInt("7");
        static long later;

        static {
            later++;
        }
    }
}

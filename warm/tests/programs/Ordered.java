// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;

/** Which use of a class initialises what, and in which order; each initialiser says so. */
public class Ordered {
    static int told(String what) {
        System.out.println("init " + what);
        return what.length();
    }

    interface WithDefault {
        int A = told("WithDefault");

        default int answer() {
            return A;
        }
    }

    interface WithoutDefault {
        int B = told("WithoutDefault");
    }

    static class Parent {
        static final int CONSTANT = 5;
        static final String TEXT = "text";
        static int inherited = told("Parent");
    }

    static class Child extends Parent implements WithDefault, WithoutDefault {
        static int own = told("Child");

        static int sum() {
            return own + inherited;
        }
    }

    interface Functional {
        int F = told("Functional");

        int apply(int i);

        default int twice(int i) {
            return apply(apply(i));
        }
    }

    enum Kind {
        ONE;

        static {
            told("Kind");
        }
    }

    record Pair(int a) {
        static final int R = told("Pair");
    }

    static class ByHandle {
        static final int H = told("ByHandle");

        static int call() {
            return H;
        }
    }

    static class ByVariable {
        static int v = told("ByVariable");
    }

    static class ByReflection {
        static int r = told("ByReflection");
    }

    static class ByName {
        static int n = told("ByName");
    }

    static class InArray {
        static int x = told("InArray");
    }

    static class Never {
        static int x = told("Never");
    }

    static void classes() {
        System.out.println(Parent.CONSTANT + Parent.TEXT + " " + new InArray[2].length + " " + Child.class.getSimpleName() + " "
                    + Array.newInstance(Never.class, 3).getClass());
        System.out.println("inherited " + Child.inherited);
        System.out.println("answer " + new Child().answer());
        System.out.println("constant of an interface " + Child.B);
        Object none = null;
        System.out.println((none instanceof Never) + " " + ((Never) none == null));
        System.out.println("in array " + InArray.x);
    }

    static void sites() {
        System.out.println("sites");
        Functional next = i -> i + 1;
        System.out.println("lambda " + next.twice(3));
        System.out.println(Kind.valueOf("ONE") + " " + new Pair(1));
    }

    static void lookups() throws Throwable {
        System.out.println("lookups");
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.findStatic(ByHandle.class, "call", MethodType.methodType(int.class));
        System.out.println("handle found");
        System.out.println((int) handle.invokeExact());
        VarHandle variable = lookup.findStaticVarHandle(ByVariable.class, "v", int.class);
        System.out.println("variable found");
        System.out.println((int) variable.getAndAdd(1) + " " + ByVariable.v);
        Field field = ByReflection.class.getDeclaredField("r");
        System.out.println("field found");
        System.out.println(field.getInt(null));
        Class<?> type = Class.forName("Ordered$ByName", false, Ordered.class.getClassLoader());
        System.out.println("name found");
        System.out.println(Class.forName(type.getName()) == type);
    }

    /** With an argument in another order. */
    public static class Uses {
        public static void main(String[] args) throws Throwable {
            if (args.length > 0) {
                lookups();
                sites();
                System.out.println("first " + Child.sum());
            }
            classes();
            long sum = 0;
            for (int i = 0; i < 30_000; i++) {
                sum += Child.sum() + WithDefault.A + Kind.ONE.ordinal() + ByHandle.call();
            }
            System.out.println(sum);
            if (args.length == 0) {
                sites();
                lookups();
            }
        }
    }

    static final CountDownLatch BEGUN = new CountDownLatch(2);

    static class Slow {
        static int value = slowly(7);
    }

    static class Fails {
        static int value = slowly(0);
    }

    // Another thread wants the class meanwhile.
    static int slowly(int value) {
        BEGUN.countDown();
        try {
            BEGUN.await();
            Thread.sleep(30);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (value == 0) {
            throw new IllegalStateException("no value");
        }
        return value;
    }

    /** Two threads want one class at once: one initialises it, the other waits; with an argument it fails. */
    public static class Together {
        public static void main(String[] args) throws Exception {
            String[] seen = new String[2];
            Thread first = new Thread(() -> seen[0] = value(args.length > 0));
            first.start();
            while (BEGUN.getCount() == 2) {
                Thread.sleep(1);
            }
            Thread second = new Thread(() -> {
                BEGUN.countDown();
                seen[1] = value(args.length > 0);
            });
            second.start();
            first.join();
            second.join();
            System.out.println(seen[0] + ", " + seen[1]);
        }

        static String value(boolean fails) {
            try {
                return "" + (fails ? Fails.value : Slow.value);
            } catch (LinkageError e) {
                return e + " by " + e.getCause();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.math.BigInteger;
import java.util.concurrent.CountDownLatch;

/** What the end of a process ends, and a server has to end by itself. */
public class Outlives {
    private static final Linker LINKER = Linker.nativeLinker();

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        Linker.Option[] variadic = name.equals("open") ? new Linker.Option[] {Linker.Option.firstVariadicArg(2)} : new Linker.Option[0];
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), variadic);
    }

    /** Prints a line by the C library. */
    private static int print(String text) throws Throwable {
        return (int) function("puts", ValueLayout.JAVA_INT, ValueLayout.ADDRESS).invoke(Arena.global().allocateFrom(text));
    }

    /** A daemon thread is in a call of the JDK that takes some half a second while the program halts, exits or returns from main; then it prints. */
    public static class Prints {
        public static void main(String[] args) throws InterruptedException {
            BigInteger number = BigInteger.TWO.pow(Integer.parseInt(args[1])).subtract(BigInteger.ONE);
            System.out.print("");
            CountDownLatch in = new CountDownLatch(1);
            Thread thread = new Thread(() -> {
                in.countDown();
                int length = number.toString().length();
                System.out.println("went on " + length);
                System.err.println("went on " + length);
            });
            thread.setDaemon(true);
            thread.start();
            in.await();
            Thread.sleep(20);
            switch (args[0]) {
                case "halt" -> Runtime.getRuntime().halt(3);
                case "exit" -> System.exit(4);
                default -> System.out.println("main ends");
            }
        }
    }

    /** Locks a file that it has opened for reading, without waiting, and leaves it so. */
    public static class Locks {
        public static void main(String[] args) throws Throwable {
            int create = 0100, exclusive = 2, atOnce = 4;
            int file = (int) function("open", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)
                    .invoke(Arena.global().allocateFrom(args[0]), create, 0600);
            System.out.println((int) function("flock", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT).invoke(file, exclusive | atOnce));
        }
    }

    /** Prints by the C library, and ends while a thread is in a call that takes longer than a server waits. */
    public static class PrintsBefore {
        public static void main(String[] args) throws Throwable {
            print("native text");
            Thread thread = new Thread(() -> BigInteger.ONE.shiftLeft(200_000_000).subtract(BigInteger.TWO).pow(2));
            thread.setDaemon(true);
            thread.start();
            Thread.sleep(300);
        }
    }

    /** Prints by a stream of the C library on a descriptor of the client's, and does not close it. */
    public static class PrintsTo {
        public static void main(String[] args) throws Throwable {
            Arena memory = Arena.global();
            MemorySegment stream = (MemorySegment) function("fdopen", ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS)
                    .invoke(Integer.parseInt(args[0]), memory.allocateFrom("w"));
            int ignored = (int) function("fputs", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS).invoke(memory.allocateFrom("native text"), stream);
        }
    }

    /** Prints by the C library, waits for a line of input, and prints by Java. */
    public static class Asks {
        public static void main(String[] args) throws Throwable {
            print("name?");
            while (System.in.read() > '\n') {
                continue;
            }
            System.out.println("hello");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;

/** A run ends while native code waits for what it has called in Java. */
public class Callbacks {
    /** Sorts with the C library. Its comparator exits, or is under way when main does. */
    public static class Sorts {
        static boolean exits;

        static int compare(MemorySegment a, MemorySegment b) {
            if (exits) {
                System.exit(3);
            }
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            return 0;
        }

        static void sort() {
            try (Arena arena = Arena.ofConfined()) {
                Linker linker = Linker.nativeLinker();
                MethodHandle qsort = linker.downcallHandle(linker.defaultLookup().findOrThrow("qsort"),
                        FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
                var pointer = ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(1, JAVA_INT));
                MethodHandle compare = MethodHandles.lookup().findStatic(Sorts.class, "compare",
                        MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
                MemorySegment stub = linker.upcallStub(compare, FunctionDescriptor.of(JAVA_INT, pointer, pointer), arena);
                qsort.invokeExact(arena.allocateFrom(JAVA_INT, 3, 1, 2), 3L, 4L, stub);
            } catch (Throwable e) {
                System.out.println(e);
            }
        }

        public static void main(String[] args) throws Exception {
            exits = args[0].equals("exits");
            if (!exits) {
                Thread daemon = new Thread(Sorts::sort);
                daemon.setDaemon(true);
                daemon.start();
                while (daemon.getState() != Thread.State.TIMED_WAITING) {
                    Thread.sleep(10);
                }
                System.exit(4);
            }
            sort();
        }
    }

    /** The library describes and clears what a callback throws. */
    public static class Clears {
        static native void call(Runnable callback);

        static native void callFromThread(Runnable callback);

        public static void main(String[] args) throws IOException {
            System.load(args[0]);
            if (args[1].equals("thread")) {
                callFromThread(() -> System.exit(3));
            } else {
                call(() -> System.exit(3));
            }
            System.out.println("after the exit");
            Files.writeString(Path.of("after"), "");
        }
    }
}

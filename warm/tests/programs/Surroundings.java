// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** Changes what belongs to the process and not to the VM. */
public class Surroundings {
    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    /** What the kernel does with the process, by a file: its name, the text. */
    public static class Writes {
        public static void main(String[] args) throws Exception {
            Path file = Path.of(args[0]);
            System.out.print(Files.readString(file));
            Files.writeString(file, args[1]);
            System.out.print(Files.readString(file));
        }
    }

    /** The C library's locale. */
    public static class Speaks {
        public static void main(String[] args) throws Throwable {
            MethodHandle set = function("setlocale", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            try (Arena arena = Arena.ofConfined()) {
                System.out.println(((MemorySegment) set.invokeExact(6, arena.allocateFrom(args[0]))).address() != 0);
            }
        }
    }

    /** A variable of the C library's environment that is the program's own memory. */
    public static class Puts {
        public static void main(String[] args) throws Throwable {
            MethodHandle put = function("putenv", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            MemorySegment whole = Arena.global().allocateFrom("ignored PATH=/nowhere");
            System.out.println((int) put.invokeExact(whole.asSlice(8)));
        }
    }

    /** Its own class path, which looks as before to a reader. */
    public static class Touches {
        public static void main(String[] args) throws Exception {
            Files.setLastModifiedTime(Path.of(System.getProperty("java.class.path")), FileTime.fromMillis(1_000_000));
            System.out.println("touched");
        }
    }
}

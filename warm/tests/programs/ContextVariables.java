// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Map;

/** Variables of the environment as Java, the C library and a child see them: their lengths, and what numbers their bytes give. */
public class ContextVariables {
    public static void main(String[] args) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle getenv = linker.downcallHandle(linker.defaultLookup().findOrThrow("getenv"), FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        for (String name : args) {
            String value = System.getenv(name);
            System.out.println(name + " " + System.getenv().containsKey(name) + " " + (value == null ? null : value.length() + " " + value.hashCode()));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment found = (MemorySegment) getenv.invokeExact(arena.allocateFrom(name));
                System.out.println("  in C " + (found.address() == 0 ? null : Arrays.hashCode(bytes(found))));
            }
            System.out.println("  in a child " + inChild(name, Map.of()) + ", changed " + inChild(name, Map.of(name, "changed")));
        }
        try {
            System.getenv().put("own", "x");
        } catch (UnsupportedOperationException e) {
            System.out.println("cannot be changed");
        }
    }

    private static byte[] bytes(MemorySegment text) {
        MemorySegment all = text.reinterpret(Long.MAX_VALUE);
        int length = 0;
        while (all.get(ValueLayout.JAVA_BYTE, length) != 0) {
            length++;
        }
        return all.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }

    private static String inChild(String name, Map<String, String> changes) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "printenv " + name + " | cksum");
        builder.environment().putAll(changes);
        java.lang.Process child = builder.start();
        return new String(child.getInputStream().readAllBytes()).strip();
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Ends the process behind the VM's back. */
public class Outside {
    public static void main(String[] args) throws Throwable {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        Linker linker = Linker.nativeLinker();
        MethodHandle exit = linker.downcallHandle(linker.defaultLookup().findOrThrow("_exit"), FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
        System.out.println("before");
        exit.invokeExact(Integer.parseInt(args[0]));
        System.out.println("after");
    }
}

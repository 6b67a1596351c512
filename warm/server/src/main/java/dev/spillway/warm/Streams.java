// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;

/** Standard streams, made as System.initPhase1 makes them: nothing that was read ahead or not yet written is left from another run. */
final class Streams {
    private final Internals internals;
    private final MethodHandle newInput;
    private final MethodHandle newOutput;
    private final MethodHandle newPrintStream;
    private final Internals.Place initialInput;
    private final Internals.Place initialError;
    private final Internals.Place console;

    Streams(Internals internals) throws ReflectiveOperationException {
        this.internals = internals;
        newInput = internals.constructor(Internals.type("java.lang.System$In"), FileDescriptor.class);
        newOutput = internals.constructor(Internals.type("java.lang.System$Out"), FileDescriptor.class);
        newPrintStream = internals.staticMethod(System.class, "newPrintStream", PrintStream.class, OutputStream.class, String.class);
        initialInput = internals.staticPlace(System.class, "initialIn", InputStream.class);
        initialError = internals.staticPlace(System.class, "initialErr", PrintStream.class);
        console = internals.staticPlace(System.class, "cons", java.io.Console.class);
    }

    /** To be called when the system properties are those of the run. */
    void renew() {
        reopen(FileDescriptor.in, 0);
        reopen(FileDescriptor.out, 1);
        reopen(FileDescriptor.err, 2);
        InputStream input = new BufferedInputStream((FileInputStream) Internals.call(newInput, FileDescriptor.in));
        PrintStream error = print(FileDescriptor.err, "stderr.encoding");
        initialInput.set(input);
        System.setIn(input);
        System.setOut(print(FileDescriptor.out, "stdout.encoding"));
        initialError.set(error);
        System.setErr(error);
        console.set((Object) null);
    }

    private PrintStream print(FileDescriptor descriptor, String encoding) {
        FileOutputStream output = (FileOutputStream) Internals.call(newOutput, descriptor);
        return (PrintStream) Internals.call(newPrintStream, output, System.getProperty(encoding));
    }

    // A program may have closed it.
    private void reopen(FileDescriptor descriptor, int number) {
        internals.place(descriptor, FileDescriptor.class, "fd").set(number);
        internals.place(descriptor, FileDescriptor.class, "parent").set((Object) null);
        internals.place(descriptor, FileDescriptor.class, "otherParents").set((Object) null);
        internals.place(descriptor, FileDescriptor.class, "closed").set(false);
    }
}

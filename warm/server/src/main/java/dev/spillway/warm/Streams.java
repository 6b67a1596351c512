// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** Standard streams, made as System.initPhase1 makes them: nothing that was read ahead or not yet written is left from another run. */
final class Streams {
    private final MethodHandle newInput;
    private final MethodHandle newOutput;
    private final MethodHandle newPrintStream;
    private final Internals.Place initialInput;
    private final Internals.Place initialError;
    private final Internals.Place console;
    private final Descriptor input;
    private final Descriptor output;
    private final Descriptor error;

    Streams(Internals internals) throws ReflectiveOperationException {
        newInput = internals.constructor(Internals.type("java.lang.System$In"), FileDescriptor.class)
                .asType(MethodType.methodType(FileInputStream.class, FileDescriptor.class));
        newOutput = internals.constructor(Internals.type("java.lang.System$Out"), FileDescriptor.class)
                .asType(MethodType.methodType(OutputStream.class, FileDescriptor.class));
        newPrintStream = internals.staticMethod(System.class, "newPrintStream", PrintStream.class, OutputStream.class, String.class);
        initialInput = internals.staticPlace(System.class, "initialIn", InputStream.class);
        initialError = internals.staticPlace(System.class, "initialErr", PrintStream.class);
        console = internals.staticPlace(System.class, "cons", java.io.Console.class);
        input = new Descriptor(internals, FileDescriptor.in, 0);
        output = new Descriptor(internals, FileDescriptor.out, 1);
        error = new Descriptor(internals, FileDescriptor.err, 2);
    }

    /** To be called when the system properties are those of the run. */
    void renew() {
        try {
            input.reopen();
            output.reopen();
            error.reopen();
            InputStream in = new BufferedInputStream((FileInputStream) newInput.invokeExact(FileDescriptor.in));
            PrintStream err = print(FileDescriptor.err, "stderr.encoding");
            initialInput.set(in);
            System.setIn(in);
            System.setOut(print(FileDescriptor.out, "stdout.encoding"));
            initialError.set(err);
            System.setErr(err);
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
        console.set((Object) null);
    }

    private PrintStream print(FileDescriptor descriptor, String encoding) throws Throwable {
        OutputStream stream = (OutputStream) newOutput.invokeExact(descriptor);
        return (PrintStream) newPrintStream.invokeExact(stream, System.getProperty(encoding));
    }

    /** One of the three, which a program may have closed. */
    private static final class Descriptor {
        private final int number;
        private final Internals.Place fd;
        private final Internals.Place parent;
        private final Internals.Place otherParents;
        private final Internals.Place closed;
        private final Internals.Place append;
        private final MethodHandle appends;

        Descriptor(Internals internals, FileDescriptor descriptor, int number) throws ReflectiveOperationException {
            this.number = number;
            fd = internals.place(descriptor, FileDescriptor.class, "fd");
            parent = internals.place(descriptor, FileDescriptor.class, "parent");
            otherParents = internals.place(descriptor, FileDescriptor.class, "otherParents");
            closed = internals.place(descriptor, FileDescriptor.class, "closed");
            append = internals.place(descriptor, FileDescriptor.class, "append");
            appends = internals.staticMethod(FileDescriptor.class, "getAppend", boolean.class, int.class);
        }

        void reopen() throws Throwable {
            fd.set(number);
            parent.set((Object) null);
            otherParents.set((Object) null);
            closed.set(false);
            append.set((boolean) appends.invokeExact(number));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/**
 * Fields and methods of java.base that no interface shows. Names are those of JDK 25: one that is missing ends the server at its start,
 * so a JDK that changed is never served wrongly.
 */
final class Internals {
    private final MethodHandles.Lookup all;
    private final Class<?> jdkThread;
    private final Object unsafe;
    private final Operation allThreads;
    private final MethodHandle staticBase;
    private final MethodHandle staticOffset;
    private final MethodHandle offset;
    private final MethodHandle putReference;
    private final MethodHandle putInt;
    private final MethodHandle putBoolean;
    private final MethodHandle getReference;
    private final Operation shouldBeInitialized;

    /** @param all the lookup object that may do everything */
    Internals(MethodHandles.Lookup all) throws ReflectiveOperationException {
        this.all = all;
        jdkThread = type("jdk.internal.misc.InnocuousThread");
        allThreads = new Operation(all.findStatic(Thread.class, "getAllThreads", MethodType.methodType(Thread[].class)));
        Class<?> type = type("jdk.internal.misc.Unsafe");
        unsafe = call(all.findStatic(type, "getUnsafe", MethodType.methodType(type)));
        staticBase = unsafeMethod("staticFieldBase", Object.class, java.lang.reflect.Field.class);
        staticOffset = unsafeMethod("staticFieldOffset", long.class, java.lang.reflect.Field.class);
        offset = unsafeMethod("objectFieldOffset", long.class, Class.class, String.class);
        putReference = unsafeMethod("putReferenceVolatile", void.class, Object.class, long.class, Object.class);
        putInt = unsafeMethod("putIntVolatile", void.class, Object.class, long.class, int.class);
        putBoolean = unsafeMethod("putBooleanVolatile", void.class, Object.class, long.class, boolean.class);
        getReference = unsafeMethod("getReferenceVolatile", Object.class, Object.class, long.class);
        shouldBeInitialized = new Operation(unsafeMethod("shouldBeInitialized", boolean.class, Class.class));
    }

    static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, false, null);
    }

    private MethodHandle unsafeMethod(String name, Class<?> result, Class<?>... parameters) throws ReflectiveOperationException {
        return all.findVirtual(unsafe.getClass(), name, MethodType.methodType(result, parameters)).bindTo(unsafe);
    }

    /** Calls a handle once, when a server starts; what it throws comes as an error, since nothing here is expected to fail. */
    static Object call(MethodHandle handle, Object... arguments) {
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new AssertionError(handle.toString(), failure);
        }
    }

    /**
     * A method or a field's value, for calls in every run, which have to be exact: any other way of calling makes classes of handles anew
     * after each reset.
     */
    static final class Operation {
        private final MethodHandle exact;

        /** @param handle of any type */
        Operation(MethodHandle handle) {
            exact = handle.asType(handle.type().generic()).asSpreader(Object[].class, handle.type().parameterCount());
        }

        Object call(Object... arguments) {
            try {
                return (Object) exact.invokeExact(arguments);
            } catch (Throwable failure) {
                throw new AssertionError(failure);
            }
        }
    }

    boolean isInitialized(Class<?> type) {
        return !(boolean) shouldBeInitialized.call(type);
    }

    Thread[] allThreads() {
        return (Thread[]) allThreads.call();
    }

    /** Whether a thread waits for child processes, of whatever run. */
    boolean isProcessReaper(Thread thread) {
        return jdkThread == thread.getClass() && thread.getName().startsWith("process reaper");
    }

    MethodHandle staticMethod(Class<?> holder, String name, Class<?> result, Class<?>... parameters)
            throws ReflectiveOperationException {
        return all.findStatic(holder, name, MethodType.methodType(result, parameters));
    }

    MethodHandle constructor(Class<?> holder, Class<?>... parameters) throws ReflectiveOperationException {
        return all.findConstructor(holder, MethodType.methodType(void.class, parameters));
    }

    /** A static field that is not final, also one of a class that reflection hides as a whole. */
    VarHandle staticVariable(Class<?> holder, String name, Class<?> type) throws ReflectiveOperationException {
        return all.findStaticVarHandle(holder, name, type);
    }

    /** The value of a static field, also of a class of which reflection shows none. */
    Object staticValue(Class<?> holder, String name, Class<?> type) throws ReflectiveOperationException {
        return call(all.findStaticGetter(holder, name, type));
    }

    /** A field that is not final. */
    VarHandle variable(Class<?> holder, String name, Class<?> type) throws ReflectiveOperationException {
        return all.findVarHandle(holder, name, type);
    }

    /** Reads a field, also a final one. */
    MethodHandle getter(Class<?> holder, String name, Class<?> type) throws ReflectiveOperationException {
        return all.findGetter(holder, name, type);
    }

    MethodHandle method(Class<?> holder, String name, MethodType type) throws ReflectiveOperationException {
        return all.findVirtual(holder, name, type);
    }

    /** A static field, also a final one. */
    Place staticPlace(Class<?> holder, String name, Class<?> type) throws ReflectiveOperationException {
        // Not of a class whose fields reflection hides, such as AccessibleObject: staticVariable.
        java.lang.reflect.Field field = all.revealDirect(all.findStaticGetter(holder, name, type))
                .reflectAs(java.lang.reflect.Field.class, all);
        return new Place(call(staticBase, field), (long) call(staticOffset, field));
    }

    Place place(Object object, Class<?> holder, String name) {
        try {
            return new Place(object, (long) offset.invokeExact(holder, name));
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    /** A field of an object or class. */
    final class Place {
        private final Object base;
        private final long at;

        private Place(Object base, long at) {
            this.base = base;
            this.at = at;
        }

        // Exact calls: a client waits for some of these, and any other way of calling makes method handles anew each time.
        void set(Object value) {
            try {
                putReference.invokeExact(base, at, value);
            } catch (Throwable failure) {
                throw new AssertionError(failure);
            }
        }

        void set(int value) {
            try {
                putInt.invokeExact(base, at, value);
            } catch (Throwable failure) {
                throw new AssertionError(failure);
            }
        }

        void set(boolean value) {
            try {
                putBoolean.invokeExact(base, at, value);
            } catch (Throwable failure) {
                throw new AssertionError(failure);
            }
        }

        Object get() {
            try {
                return (Object) getReference.invokeExact(base, at);
            } catch (Throwable failure) {
                throw new AssertionError(failure);
            }
        }
    }
}

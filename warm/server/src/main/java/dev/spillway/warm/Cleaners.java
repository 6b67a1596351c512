// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;

/**
 * What the JDK's cleaner is to do when timers and executors become unreachable: end their threads, which have ended with the run. Often they never do, since the
 * action leads to a task of the program, and that to the timer. And what it is to do for automatic arenas if a program has given them something to run at their end:
 * at the end of a process it does not, and here it would run in the reset.
 */
final class Cleaners {
    private static final String TIMER = "java.util.Timer$ThreadReaper";
    private static final String EXECUTOR = "java.util.concurrent.Executors$";
    private static final String RESOURCES = "jdk.internal.foreign.MemorySessionImpl$ResourceList";

    private final Object list;
    private final VarHandle head;
    private final VarHandle next;
    private final VarHandle size;
    private final VarHandle entries;
    private final Class<?> entry;
    private final MethodHandle action;
    private final MethodHandle remove;
    private final Class<?> resources;
    private final Class<?> given;
    private final MethodHandle first;
    private final MethodHandle following;

    Cleaners(Internals internals) throws ReflectiveOperationException {
        Class<?> implementation = Internals.type("jdk.internal.ref.CleanerImpl");
        Class<?> cleanables = Internals.type("jdk.internal.ref.CleanerImpl$CleanableList");
        Class<?> node = Internals.type("jdk.internal.ref.CleanerImpl$CleanableList$Node");
        Class<?> cleanable = Internals.type("jdk.internal.ref.PhantomCleanable");
        entry = Internals.type("jdk.internal.ref.CleanerImpl$PhantomCleanableRef");
        Object cleaner = Internals.call(internals.staticMethod(Internals.type("jdk.internal.ref.CleanerFactory"), "cleaner", Cleaner.class));
        list = internals.place(internals.place(cleaner, Cleaner.class, "impl").get(), implementation, "activeList").get();
        head = internals.variable(cleanables, "head", node);
        next = internals.variable(node, "next", node);
        size = internals.variable(node, "size", int.class);
        entries = internals.variable(node, "arr", cleanable.arrayType());
        action = internals.getter(entry, "action", Runnable.class);
        remove = internals.method(cleanables, "remove", MethodType.methodType(boolean.class, cleanable));
        resources = Internals.type(RESOURCES);
        Class<?> resource = Internals.type(RESOURCES + "$ResourceCleanup");
        // What ResourceCleanup.ofRunnable makes; the other class without a name is the end of a list.
        given = Internals.type(RESOURCES + "$ResourceCleanup$2");
        first = internals.getter(resources, "fst", resource);
        following = internals.getter(resource, "next", resource);
    }

    /** To be called when no thread of the run is left. */
    void forgetActions() {
        List<Object> found = new ArrayList<>();
        synchronized (list) {
            for (Object node = head.get(list); node != null; node = next.get(node)) {
                Object[] some = (Object[]) entries.get(node);
                for (int i = 0; i < (int) size.get(node); i++) {
                    if (some[i].getClass() == entry && isOfRun((Runnable) Internals.call(action, some[i]))) {
                        found.add(some[i]);
                    }
                }
            }
            for (Object ended : found) {
                Internals.call(remove, list, ended);
            }
        }
    }

    private boolean isOfRun(Runnable action) {
        String name = action.getClass().getName();
        return name.equals(TIMER) || name.startsWith(EXECUTOR) || resources.isInstance(action) && runsWhatWasGiven(action);
    }

    private boolean runsWhatWasGiven(Runnable action) {
        for (Object resource = Internals.call(first, action); resource != null; resource = Internals.call(following, resource)) {
            if (resource.getClass() == given) {
                return true;
            }
        }
        return false;
    }
}

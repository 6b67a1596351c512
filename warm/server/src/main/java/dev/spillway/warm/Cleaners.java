// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

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
    private final Internals.Operation action;
    private final Internals.Operation remove;
    private final Class<?> resources;
    private final Class<?> given;
    private final Internals.Operation first;
    private final Internals.Operation following;

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
        action = new Internals.Operation(internals.getter(entry, "action", Runnable.class));
        remove = new Internals.Operation(internals.method(cleanables, "remove", MethodType.methodType(boolean.class, cleanable)));
        resources = Internals.type(RESOURCES);
        Class<?> resource = Internals.type(RESOURCES + "$ResourceCleanup");
        // What ResourceCleanup.ofRunnable makes; the other class without a name is the end of a list.
        given = Internals.type(RESOURCES + "$ResourceCleanup$2");
        first = new Internals.Operation(internals.getter(resources, "fst", resource));
        following = new Internals.Operation(internals.getter(resource, "next", resource));
    }

    /** To be called when no thread of the run is left. */
    void forgetActions() {
        List<Object> found = new ArrayList<>();
        synchronized (list) {
            for (Object node = head.get(list); node != null; node = next.get(node)) {
                Object[] some = (Object[]) entries.get(node);
                for (int i = 0; i < (int) size.get(node); i++) {
                    if (some[i].getClass() == entry && isOfRun((Runnable) action.call(some[i]))) {
                        found.add(some[i]);
                    }
                }
            }
            for (Object ended : found) {
                remove.call(list, ended);
            }
        }
    }

    private boolean isOfRun(Runnable action) {
        String name = action.getClass().getName();
        return name.equals(TIMER) || name.startsWith(EXECUTOR) || resources.isInstance(action) && runsWhatWasGiven(action);
    }

    private boolean runsWhatWasGiven(Runnable action) {
        for (Object resource = first.call(action); resource != null; resource = following.call(resource)) {
            if (resource.getClass() == given) {
                return true;
            }
        }
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/**
 * Finalizers and the JDK's old cleaners (sun.misc.Cleaner), which the JDK's own threads run when an object is unreachable. A new VM
 * does not run them at its end, and a server must not run those of a past run.
 */
final class Finalization {
    private final Object finalizerLock;
    private final Internals.Place unfinalized;
    private final ReferenceQueue<?> unreachable;
    private final VarHandle next;
    private final VarHandle previous;

    private final Class<?> cleanerType;
    private final Internals internals;
    private final Internals.Place firstCleaner;
    private final Internals.Operation removeCleaner;

    Finalization(Internals internals) throws ReflectiveOperationException {
        this.internals = internals;
        Class<?> finalizer = Class.forName("java.lang.ref.Finalizer", true, null);
        finalizerLock = internals.staticPlace(finalizer, "lock", Object.class).get();
        unfinalized = internals.staticPlace(finalizer, "unfinalized", finalizer);
        unreachable = (ReferenceQueue<?>) internals.staticPlace(finalizer, "queue", ReferenceQueue.class).get();
        next = internals.variable(finalizer, "next", finalizer);
        previous = internals.variable(finalizer, "prev", finalizer);
        cleanerType = Class.forName("jdk.internal.ref.Cleaner", true, null);
        firstCleaner = internals.staticPlace(cleanerType, "first", cleanerType);
        removeCleaner = new Internals.Operation(internals.staticMethod(cleanerType, "remove", boolean.class, cleanerType));
    }

    /** To be called when no thread of the run is left, before its classes are reset. */
    void forget() {
        synchronized (finalizerLock) {
            Object first = unfinalized.get();
            unfinalized.set((Object) null);
            // One that is still on its way to the queue passes for finalized then.
            for (Object finalizer = first; finalizer != null;) {
                Object following = next.get(finalizer);
                next.set(finalizer, finalizer);
                previous.set(finalizer, (Object) null);
                finalizer = following;
            }
        }
        Reference<?> reference = unreachable.poll();
        while (reference != null) {
            reference = unreachable.poll();
        }
        synchronized (cleanerType) {
            Object following;
            for (Object cleaner = firstCleaner.get(); cleaner != null; cleaner = following) {
                following = internals.place(cleaner, cleanerType, "next").get();
                Object action = internals.place(cleaner, cleanerType, "thunk").get();
                if (action.getClass().getModule() != Object.class.getModule()) {
                    removeCleaner.call(cleaner);
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

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
        cleanerType = Class.forName("jdk.internal.ref.Cleaner", true, null);
        firstCleaner = internals.staticPlace(cleanerType, "first", cleanerType);
        removeCleaner = new Internals.Operation(internals.staticMethod(cleanerType, "remove", boolean.class, cleanerType));
    }

    /** To be called when no thread of the run is left, before its classes are reset. */
    void forget() {
        synchronized (finalizerLock) {
            unfinalized.set((Object) null);
        }
        Reference<?> reference = unreachable.poll();
        while (reference != null) {
            reference = unreachable.poll();
        }
        synchronized (cleanerType) {
            Object next;
            for (Object cleaner = firstCleaner.get(); cleaner != null; cleaner = next) {
                next = internals.place(cleaner, cleanerType, "next").get();
                Object action = internals.place(cleaner, cleanerType, "thunk").get();
                if (action.getClass().getModule() != Object.class.getModule()) {
                    removeCleaner.call(cleaner);
                }
            }
        }
    }
}

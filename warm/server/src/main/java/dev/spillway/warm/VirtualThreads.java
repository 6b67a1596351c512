// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodType;
import java.util.Set;

/**
 * The JDK's list of virtual threads that have not ended. One that a carrier had mounted when it was ended with the run has unwound, but what takes a thread from
 * the list did not run. Parked ones stay in it: nothing has unwound them, and their monitors are taken for good.
 */
final class VirtualThreads {
    private final Internals.Place all;
    private final Internals.Operation carrier;
    private final Internals.Operation continuation;
    private final Internals.Operation isEmpty;

    VirtualThreads(Internals internals) throws ReflectiveOperationException {
        Class<?> thread = Internals.type("java.lang.VirtualThread");
        Class<?> frames = Internals.type("jdk.internal.vm.Continuation");
        all = internals.staticPlace(Internals.type("jdk.internal.vm.ThreadContainers$RootContainer$TrackingRootContainer"), "VTHREADS", Set.class);
        carrier = new Internals.Operation(internals.getter(thread, "carrierThread", Thread.class));
        continuation = new Internals.Operation(internals.getter(thread, "cont", frames));
        isEmpty = new Internals.Operation(internals.method(frames, "isEmpty", MethodType.methodType(boolean.class)));
    }

    /** To be called when no thread of the run is left. */
    void forgetEnded() {
        // Not there before the first virtual thread.
        if (all.get() instanceof Set<?> threads) {
            threads.removeIf(thread -> carrier.call(thread) != null && (boolean) isEmpty.call(continuation.call(thread)));
        }
    }
}

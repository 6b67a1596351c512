// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

/** Classes, the JDK's state, and the search for what is left, in this order. */
final class Reset {
    private static final long PATIENCE_NANOS = 2_000_000_000L;
    private static final long PAUSE_MILLIS = 10;

    private Reset() {}

    /**
     * To be called when the run has ended, its shutdown hooks too, and no thread of it is left.
     *
     * @param restoreJdk what is done when the classes are uninitialised
     * @return why this VM can have no other run, or null
     */
    static String everything(Runnable restoreJdk) throws InterruptedException {
        String refusal = WarmVm.reset();
        if (refusal != null) {
            return refusal;
        }
        restoreJdk.run();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        String leftovers = WarmVm.leftovers();
        // Cleaners and the handler of references need a moment, and what they let go of another collection.
        while (leftovers != null && System.nanoTime() < deadline) {
            Thread.sleep(PAUSE_MILLIS);
            leftovers = WarmVm.leftovers();
        }
        return leftovers == null ? null : "still reachable: " + leftovers;
    }

    /**
     * To be called after {@link #everything} when the JDK's whole state has been put back; what is not there yet is remembered, the first time all.
     *
     * @return why this VM can have no other run, or null
     */
    static String changedStatic() {
        String changed = WarmVm.changedStatic();
        return changed == null ? null : "a static of the JDK has changed: " + changed;
    }
}

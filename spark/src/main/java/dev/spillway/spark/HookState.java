// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/**
 * What became of one mechanism in one JVM.
 *
 * @param kind on, off or refused
 * @param detail sizes if on, the reason otherwise
 */
record HookState(Kind kind, String detail) {
    /** How far the plug-in got. */
    enum Kind {
        /** It works. */
        ON(1),
        /** Not wanted, or not possible on this JVM: Spark's own way. */
        OFF(0),
        /** Wanted, but this Spark or its configuration does not allow it: Spark's own way. */
        REFUSED(-1);

        /** The value of the state metric. */
        final int gauge;

        Kind(int gauge) {
            this.gauge = gauge;
        }
    }

    static HookState off(String reason) {
        return new HookState(Kind.OFF, reason);
    }

    static HookState refused(Throwable reason) {
        return refused(words(reason));
    }

    /** What a user reads of an error; of ours, as of a class that was loaded too early, the message alone. */
    static String words(Throwable reason) {
        return reason instanceof IllegalStateException && reason.getMessage() != null ? reason.getMessage() : reason.toString();
    }

    static HookState refused(String reason) {
        return new HookState(Kind.REFUSED, reason);
    }

    static HookState on(String detail) {
        return new HookState(Kind.ON, detail);
    }

    static HookState on(Limits limits, dev.spillway.Statistics heap) {
        return new HookState(
                Kind.ON,
                String.format(
                        "H2 of %s in regions of %s, pool for cached blocks %s, chunks of %s",
                        ByteText.of(heap.capacityBytes()),
                        ByteText.of(heap.regionSizeBytes()),
                        ByteText.of(limits.poolBytes()),
                        ByteText.of(limits.chunkBytes())));
    }

    /** The part of the banner about one mechanism. */
    String text(Mechanism mechanism) {
        return String.format("%s=%s (%s%s)", mechanism.key, kind, detail, kind == Kind.ON ? "" : "; " + mechanism.otherwise);
    }
}

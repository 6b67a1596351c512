// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** Grants up to a limit and keeps count. */
final class CountingBudget implements MemoryBudget {
    private final long limit;
    private long held;
    private long peak;

    CountingBudget(long limit) {
        this.limit = limit;
    }

    @Override
    public boolean acquire(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("asked for " + bytes);
        }
        if (held + bytes > limit) {
            return false;
        }
        held += bytes;
        peak = Math.max(peak, held);
        return true;
    }

    @Override
    public void release(long bytes) {
        if (bytes <= 0 || bytes > held) {
            throw new IllegalArgumentException("gave back " + bytes + " of " + held);
        }
        held -= bytes;
    }

    long held() {
        return held;
    }

    long peak() {
        return peak;
    }
}

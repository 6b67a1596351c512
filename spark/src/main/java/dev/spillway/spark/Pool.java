// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/** Accounts the estimated bytes of blocks in H2. Independent of Spark's storage memory. */
final class Pool {
    private final long capacity;
    private long used;

    Pool(long capacity) {
        this.capacity = capacity;
    }

    synchronized boolean tryReserve(long bytes) {
        if (bytes > capacity - used) {
            return false;
        }
        used += bytes;
        return true;
    }

    synchronized void release(long bytes) {
        used -= bytes;
        if (used < 0) {
            throw new IllegalStateException("released " + bytes + " bytes more than reserved: used would be " + used);
        }
    }

    long capacity() {
        return capacity;
    }

    synchronized long used() {
        return used;
    }

    synchronized long free() {
        return capacity - used;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/** Whom a buffer asks before it allocates, and tells what it gave up. All figures are exact sizes of arrays in bytes. */
public interface MemoryBudget {
    /** Grants everything, for programs that bound their data themselves. */
    MemoryBudget UNLIMITED = new MemoryBudget() {
        @Override
        public boolean acquire(long bytes) {
            return true;
        }

        @Override
        public void release(long bytes) {}
    };

    /**
     * Asks for memory.
     *
     * @param bytes how much, above zero
     * @return true if all of it is granted; false if nothing is
     */
    boolean acquire(long bytes);

    /** Gives back what was granted before. */
    void release(long bytes);
}

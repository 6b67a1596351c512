// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

/** Heap for the objects of one group at a time, beyond what each group may have. */
interface GroupMemory {
    /** Has nothing to give. */
    GroupMemory NONE = new GroupMemory() {
        @Override
        public long grow(long bytes) {
            return 0;
        }

        @Override
        public void free() {}
    };

    /**
     * Asks for more where that is wanted.
     *
     * @param bytes wanted in all
     * @return bytes granted in all, which may be fewer, or more from before
     */
    long grow(long bytes);

    /** Gives all of it back. */
    void free();
}

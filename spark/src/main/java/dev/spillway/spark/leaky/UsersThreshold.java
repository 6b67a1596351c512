// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import org.apache.spark.SparkConf;

/**
 * What a program's own settings let a map hold before it spills, whatever memory there is: Spark's maps spill above it, and so do ours.
 *
 * @param records most records, {@link Long#MAX_VALUE} for no bound
 * @param bytes most bytes of memory, {@link Long#MAX_VALUE} for no bound
 */
record UsersThreshold(long records, long bytes) {
    /** Nothing was set. */
    static final UsersThreshold NONE = new UsersThreshold(Long.MAX_VALUE, Long.MAX_VALUE);

    // Records taken between two looks at the bytes.
    private static final long LOOK_AT_BYTES = 64;

    /** Spark's two settings, with its defaults for those that are not set. */
    static UsersThreshold of(SparkConf conf) {
        int records = conf.getInt("spark.shuffle.spill.numElementsForceSpillThreshold", Integer.MAX_VALUE);
        return new UsersThreshold(records == Integer.MAX_VALUE ? Long.MAX_VALUE : records,
                conf.getSizeAsBytes("spark.shuffle.spill.maxSizeInBytesForSpillThreshold", Long.MAX_VALUE));
    }

    boolean isSet() {
        return !equals(NONE);
    }

    /** How many records a map that holds so many may take before it must be asked whether it holds too much; above zero. */
    long mostMore(long held) {
        long more = records == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(1, records + 1 - held);
        return bytes == Long.MAX_VALUE ? more : Math.min(more, LOOK_AT_BYTES);
    }

    boolean isExceeded(long heldRecords, long heldBytes) {
        return heldRecords > records || heldBytes > bytes;
    }
}

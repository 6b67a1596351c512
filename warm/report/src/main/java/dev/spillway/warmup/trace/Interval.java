// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

/**
 * A stretch of time, in nanoseconds since the program's start.
 *
 * @param start its first moment
 * @param end the first moment after it
 */
public record Interval(long start, long end) {
    public Interval {
        if (end < start) {
            throw new IllegalArgumentException("ends at " + end + " before it starts at " + start);
        }
    }

    public long length() {
        return end - start;
    }
}

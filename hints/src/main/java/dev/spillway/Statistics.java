// SPDX-License-Identifier: Apache-2.0
package dev.spillway;

/**
 * Counters of the second heap at one moment, as the JVM reports them. All zero where there is no second heap.
 *
 * @param capacityBytes size of H2
 * @param usedBytes bytes of regions' used parts, dead objects included until their region is freed
 * @param regionsTotal number of regions
 * @param regionsUsed regions that hold at least one object
 * @param labels distinct labels that hold at least one region
 * @param waitingRoots tagged roots that have not moved
 * @param waitingBytes estimated bytes behind the waiting roots
 * @param movedBytes total moved into H2 since start
 * @param movedObjects total moved into H2 since start
 * @param freedBytes total freed since start
 * @param freedRegions total freed since start
 * @param movingCollections full collections that selected objects to move, whether there was room for them or not
 * @param moveNanos total time spent selecting, assigning and copying, in nanoseconds
 * @param regionSizeBytes size of one region
 * @param leftBehindObjects selected objects that the last moving collection left in H1 (H2 full, or pause budget used up)
 * @param firstHeapLimitBytes what the memory balancer lets H1 take at present; 0 without the balancer, where that is -Xmx
 */
public record Statistics(
        long capacityBytes,
        long usedBytes,
        long regionsTotal,
        long regionsUsed,
        long labels,
        long waitingRoots,
        long waitingBytes,
        long movedBytes,
        long movedObjects,
        long freedBytes,
        long freedRegions,
        long movingCollections,
        long moveNanos,
        long regionSizeBytes,
        long leftBehindObjects,
        long firstHeapLimitBytes) {

    /** Length of the array the JVM fills; an older image fills fewer and leaves the rest zero. */
    static final int FIELDS = 16;

    static Statistics of(long[] v) {
        return new Statistics(
                v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15]);
    }
}

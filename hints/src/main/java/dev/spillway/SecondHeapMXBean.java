// SPDX-License-Identifier: Apache-2.0
package dev.spillway;

/**
 * The second heap as JMX clients see it, under {@code dev.spillway:type=SecondHeap}. Attributes are those of
 * {@link Statistics}; each read asks the JVM anew, so attributes read one by one may belong to different moments.
 */
public interface SecondHeapMXBean {
    /** Size of H2 in bytes. */
    long getCapacityBytes();

    /** Bytes used in regions, dead objects included until their region is freed. */
    long getUsedBytes();

    /** Size of one region in bytes. */
    long getRegionSizeBytes();

    /** Number of regions. */
    long getRegionsTotal();

    /** Regions that hold at least one object. */
    long getRegionsUsed();

    /** Distinct labels that hold at least one region. */
    long getLabels();

    /** Tagged roots that have not moved. */
    long getWaitingRoots();

    /** Estimated bytes behind the waiting roots. */
    long getWaitingBytes();

    /** Bytes moved into H2 since start. */
    long getMovedBytes();

    /** Objects moved into H2 since start. */
    long getMovedObjects();

    /** Bytes freed since start. */
    long getFreedBytes();

    /** Regions freed since start. */
    long getFreedRegions();

    /** Full collections that selected objects to move, whether there was room for them or not. */
    long getMovingCollections();

    /** Total time spent moving, in milliseconds. */
    long getMoveMillis();

    /** Selected objects that the last moving collection left in H1. */
    long getLeftBehindObjects();

    /** What the memory balancer lets H1 take at present, in bytes; 0 without the balancer. */
    long getFirstHeapLimitBytes();
}

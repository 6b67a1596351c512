// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import java.util.Map;

/** Moving blocks to H2, and what the JVM says about it. */
final class SecondHeapBlocks {
    /** Collections tried before it is an error that blocks still wait: a small pause budget needs many. */
    private static final int MOST_COLLECTIONS = 10_000;

    private SecondHeapBlocks() {}

    /** Tags the blocks, 64 to a label, and collects until all of them are in H2; fails if that does not happen. */
    static void move(Rows.Row[][] blocks) {
        if (!SecondHeap.isEnabled()) {
            throw new IllegalStateException("this JVM has no second heap: -XX:SecondHeapSize is not set or not known");
        }
        for (int i = 0; i < blocks.length; i++) {
            SecondHeap.tagRoot(blocks[i], i / 64);
        }
        for (int i = 0; i < MOST_COLLECTIONS && SecondHeap.statistics().waitingRoots() > 0; i++) {
            SecondHeap.moveNow();
        }
        for (Rows.Row[] block : blocks) {
            if (!SecondHeap.contains(block) || !SecondHeap.contains(block[block.length - 1].values)) {
                throw new IllegalStateException("a block is not in the second heap: " + SecondHeap.statistics());
            }
        }
    }

    static void statistics(Map<String, Number> values) {
        Statistics s = SecondHeap.statistics();
        values.put("capacity_bytes", s.capacityBytes());
        values.put("used_bytes", s.usedBytes());
        values.put("regions_used", s.regionsUsed());
        values.put("region_bytes", s.regionSizeBytes());
        values.put("moved_bytes", s.movedBytes());
        values.put("moved_objects", s.movedObjects());
        values.put("freed_bytes", s.freedBytes());
        values.put("moving_collections", s.movingCollections());
        values.put("move_ms", s.moveNanos() / 1e6);
        values.put("left_behind", s.leftBehindObjects());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;

class RouteTest {
    @Test
    void firstRuleThatAppliesDecides() {
        assertEquals(Route.SECOND_HEAP, route(true, true, false, true, false));
        assertEquals(Route.STOCK_NOT_AN_RDD_BLOCK, route(false, true, true, true, true));
        assertEquals(Route.STOCK_OFF_HEAP, route(true, false, true, true, true));
        assertEquals(Route.STOCK_SWITCHED_OFF_HERE, route(true, true, true, false, true));
        assertEquals(Route.STOCK_LEVEL_NOT_LISTED, route(true, true, false, false, true));
        assertEquals(Route.STOCK_RDD_EXCLUDED, route(true, true, false, true, true));
    }

    @Test
    void levelsAreKnownByTheNamesOfTheConfiguration() {
        assertEquals("MEMORY_ONLY", Router.levelName(StorageLevel.MEMORY_ONLY()));
        assertEquals("MEMORY_AND_DISK_2", Router.levelName(StorageLevel.MEMORY_AND_DISK_2()));
        assertEquals("MEMORY_ONLY_2", Router.levelName(StorageLevel.apply(false, true, false, true, 5)));
    }

    private static Route route(boolean rdd, boolean onHeap, boolean off, boolean level, boolean excluded) {
        return Route.of(new Route.Sample(rdd, onHeap, off, level, () -> excluded));
    }
}

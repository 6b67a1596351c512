// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GrantedMemoryTest extends LeakyMapFixture {
    private static final long MORE_THAN_THERE_IS = 1L << 40;

    private long held() {
        return memory.getMemoryConsumptionForThisTask();
    }

    /** A shuffle writer without a page fails its task: it has nothing to spill yet, and what a group has does not spill. */
    @Test
    void whatAGroupIsGrantedLeavesPagesForWhatTheProgramDoesWithIt() {
        GrantedMemory group = new GrantedMemory(memory);
        long pages = 2 * memory.pageSizeBytes();
        for (int asked = 0; asked < 3; asked++) {
            long granted = group.grow(MORE_THAN_THERE_IS);
            assertEquals(held(), granted);
            assertTrue(granted > 32 << 20, granted + " bytes");
            Hog writer = new Hog(pages);
            assertEquals(pages, held() - granted);
            writer.release();
        }
        group.free();
        assertEquals(0, held());
    }

    @Test
    void whatIsAskedForIsGrantedWhileThereIsMore() {
        GrantedMemory group = new GrantedMemory(memory);
        assertEquals(1 << 20, group.grow(1 << 20));
        assertEquals(9 << 20, group.grow(9 << 20));
        assertEquals(9 << 20, held());
        group.free();
    }
}

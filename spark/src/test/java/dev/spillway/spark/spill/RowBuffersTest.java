// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.util.collection.unsafe.sort.PrefixComparator;
import org.apache.spark.util.collection.unsafe.sort.PrefixComparators;
import org.junit.jupiter.api.Test;

class RowBuffersTest {
    /** As Spark's, by name and field. */
    static final class UnsafeExternalSorter {
        private final PrefixComparator prefixComparator;

        UnsafeExternalSorter(PrefixComparator order) {
            prefixComparator = order;
        }
    }

    @Test
    void aSorterOfRowsWithoutAnOrderIsABuffer() throws Exception {
        assertTrue(RowBuffers.isOne(new UnsafeExternalSorter(null)));
        assertFalse(RowBuffers.isOne(new UnsafeExternalSorter(PrefixComparators.LONG)));
        assertFalse(RowBuffers.isOne("another spiller"));
    }

    @Test
    void aSorterThatIsNotBuiltAsExpectedIsAnError() {
        Object other = new Object() {
            final class UnsafeExternalSorter {}

            Object made() {
                return new UnsafeExternalSorter();
            }
        }.made();
        assertEquals("UnsafeExternalSorter", other.getClass().getSimpleName());
        assertThrows(NoSuchFieldException.class, () -> RowBuffers.isOne(other));
    }

    @Test
    void sparksOwnSorterHasThatField() throws Exception {
        Class<?> type = org.apache.spark.util.collection.unsafe.sort.UnsafeExternalSorter.class;
        assertEquals(PrefixComparator.class, type.getDeclaredField("prefixComparator").getType());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.lang.reflect.Field;

/** Sorters of rows that have no order: SQL keeps rows in them that it reads again, as windows do, so a spill spares nothing. */
final class RowBuffers {
    private RowBuffers() {}

    /** Whether a spiller is such a buffer. Throws ReflectiveOperationException for an UnsafeExternalSorter that is not built as expected. */
    static boolean isOne(Object spiller) throws ReflectiveOperationException {
        if (!spiller.getClass().getSimpleName().equals("UnsafeExternalSorter")) {
            return false;
        }
        Field order = spiller.getClass().getDeclaredField("prefixComparator");
        order.setAccessible(true);
        return order.get(spiller) == null;
    }
}

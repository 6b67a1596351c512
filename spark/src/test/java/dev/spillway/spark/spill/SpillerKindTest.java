// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import scala.Option;

class SpillerKindTest {
    /** As Spark's, by name and field. */
    static final class ExternalSorter {
        private final Option<String> aggregator;

        ExternalSorter(Option<String> aggregator) {
            this.aggregator = aggregator;
        }
    }

    @Test
    void aSorterThatCombinesIsNoSorterOfRecords() throws Exception {
        assertEquals("ExternalSorter", SpillerKind.of(new ExternalSorter(Option.empty())));
        assertEquals("ExternalAppendOnlyMap", SpillerKind.of(new ExternalSorter(Option.apply("sum"))), "not made by a map task");
        assertEquals("String", SpillerKind.of("another spiller"));
    }

    @Test
    void aSorterThatIsNotBuiltAsExpectedIsAnError() {
        Object other = new Object() {
            final class ExternalSorter {}

            Object made() {
                return new ExternalSorter();
            }
        }.made();
        assertThrows(NoSuchFieldException.class, () -> SpillerKind.of(other));
    }
}

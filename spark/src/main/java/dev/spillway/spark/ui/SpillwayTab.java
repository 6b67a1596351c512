// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.util.kvstore.KVStore;

/** The tab of the plug-in, after Spark's own. */
final class SpillwayTab extends SparkUITab {
    private static final String PREFIX = "spillway";

    /**
     * A tab that is not yet in the UI.
     *
     * @param ui where it goes
     * @param store has the rows
     * @throws IllegalStateException if this Spark does not lay pages out as expected
     */
    SpillwayTab(SparkUI ui, KVStore store) {
        super(ui, PREFIX);
        attachPage(new SpillwayPage(this, new Rows(store)));
    }

    @Override
    public int displayOrder() {
        return Integer.MAX_VALUE;
    }
}

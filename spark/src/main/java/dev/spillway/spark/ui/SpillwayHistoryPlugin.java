// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/**
 * Shows the tab in the History Server, for applications whose log has events of the plug-in. The server finds it when the jar
 * is on its class path. An error here is a WARN: the server shows the application without the tab.
 */
public final class SpillwayHistoryPlugin implements AppHistoryServerPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(SpillwayHistoryPlugin.class);

    @Override
    public Seq<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
        SpillwayListener listener = new SpillwayListener(store);
        store.onFlush(() -> {
            listener.flush();
            return BoxedUnit.UNIT;
        });
        return CollectionConverters.asScala(List.<SparkListener>of(listener)).toList();
    }

    @Override
    public void setupUI(SparkUI ui) {
        try {
            KVStore store = ui.store().store();
            if (store.count(StateRow.class) + store.count(StageRow.class) > 0) {
                ui.attachTab(new SpillwayTab(ui, store));
            }
        } catch (Exception | LinkageError e) {
            LOG.warn("Spillway has no tab in the UI of {}: {}", ui.getAppName(), e.toString());
        }
    }

    @Override
    public int displayOrder() {
        return Integer.MAX_VALUE;
    }
}

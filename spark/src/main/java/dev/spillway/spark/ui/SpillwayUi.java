// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plug-in's events and tab in a running application. Nothing here fails the application: what does not work is one WARN. */
public final class SpillwayUi {
    private static final Logger LOG = LoggerFactory.getLogger(SpillwayUi.class);

    private final SparkContext context;
    private final StageReports reports = new StageReports(this::post);
    private final TaskGauges gauges = new TaskGauges();
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * For one application.
     *
     * @param context of the application
     */
    public SpillwayUi(SparkContext context) {
        this.context = context;
    }

    /** Adds the listeners and, unless {@code spark.ui.enabled=false}, the tab. Called once. */
    public void attach() {
        try {
            context.addSparkListener(reports);
            context.addSparkListener(gauges);
            if (context.ui().isDefined()) {
                SparkUI ui = context.ui().get();
                KVStore store = ui.store().store();
                SpillwayTab tab = new SpillwayTab(ui, store);
                context.addSparkListener(new SpillwayListener(store));
                ui.attachTab(tab);
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Spillway has no tab in the UI of this application: {}", e.toString());
        }
    }

    /** Posts an event on the application's listener bus, from which it reaches the tab and the event log. */
    public void post(SparkListenerEvent event) {
        try {
            context.listenerBus().post(event);
        } catch (RuntimeException | LinkageError e) {
            if (warned.compareAndSet(false, true)) {
                LOG.warn("Spillway cannot post events, its tab and the event log stay without its values: {}", e.toString());
            }
        }
    }

    /** Takes the reports of tasks. */
    public StageReports reports() {
        return reports;
    }

    /** Measures of the application's tasks, for sinks. */
    public TaskGauges gauges() {
        return gauges;
    }

    /** Posts what waits, before the listener bus stops. */
    public void flush() {
        reports.flush();
    }
}

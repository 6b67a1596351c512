// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reports of one executor's running tasks. A task whose hooks did something sends the driver one message, at its end. */
public final class TaskReports {
    private static final Logger LOG = LoggerFactory.getLogger(TaskReports.class);

    private final Map<Long, TaskReport> running = new ConcurrentHashMap<>();
    private final PluginContext driver;

    /**
     * Begins in an executor.
     *
     * @param driver takes the reports
     */
    public TaskReports(PluginContext driver) {
        this.driver = driver;
    }

    /**
     * The report of a task. Whoever adds to it when the task ends must ask for it before registering its own listener of that
     * end: Spark calls them in the reverse order.
     */
    public TaskReport of(TaskContext task) {
        TaskReport known = running.get(task.taskAttemptId());
        if (known != null) {
            return known;
        }
        TaskReport report = new TaskReport(new StageAttempt(task.stageId(), task.stageAttemptNumber()));
        TaskReport meanwhile = running.putIfAbsent(task.taskAttemptId(), report);
        if (meanwhile != null) {
            return meanwhile;
        }
        task.addTaskCompletionListener((TaskCompletionListener) done -> end(done.taskAttemptId()));
        return report;
    }

    // A task must not fail because the driver cannot be told about it.
    private void end(long task) {
        TaskReport report = running.remove(task);
        if (report == null || report.isEmpty()) {
            return;
        }
        try {
            driver.send(report.toMessage());
        } catch (Exception e) {
            LOG.debug("The driver was not told what task {} did", task, e);
        }
    }
}

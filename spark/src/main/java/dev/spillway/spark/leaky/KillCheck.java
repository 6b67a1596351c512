// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import org.apache.spark.TaskContext;

/** Ends a loop over the values of a group when its task is killed: one group may have more than a task should outlive its end by. */
final class KillCheck {
    // A power of two; a few thousand values take less than a second, and asking for each would cost more than copying it.
    private static final int EVERY = 4096;

    private final TaskContext task;
    private int values;

    private KillCheck(TaskContext task) {
        this.task = task;
    }

    /** For the task of this thread, if it has one. */
    static KillCheck ofThread() {
        return new KillCheck(TaskContext.get());
    }

    /** To be called for each value; throws what Spark ends killed tasks with. */
    void next() {
        if ((++values & EVERY - 1) == 0) {
            now();
        }
    }

    /** The same without counting. */
    void now() {
        if (task != null) {
            task.killTaskIfInterrupted();
        }
    }
}

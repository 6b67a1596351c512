// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

/**
 * One run of a stage.
 *
 * @param stage id of the stage
 * @param attempt 0 for the first
 */
record StageAttempt(int stage, int attempt) {
    /** As Spark writes it. */
    String text() {
        return stage + "." + attempt;
    }
}

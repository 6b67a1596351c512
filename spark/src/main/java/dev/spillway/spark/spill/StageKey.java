// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/**
 * What shares a threshold: spillers of one kind in the tasks of one stage.
 *
 * @param stage id of the stage
 * @param kind of spiller, since some count objects and others pages
 */
public record StageKey(int stage, String kind) {
    /** As text, for messages. */
    String text() {
        return stage + " " + kind;
    }

    static StageKey of(String text) {
        int space = text.indexOf(' ');
        return new StageKey(Integer.parseInt(text.substring(0, space)), text.substring(space + 1));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * Executors on which a mechanism is in the same state for the same reason, as it lies in the store of Spark's UI.
 *
 * @param mechanism as in keys and metrics
 * @param kind ON, OFF or REFUSED
 * @param detail sizes or the reason
 * @param executors how many started so
 * @param last id of the one that did last
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record StateRow(String mechanism, String kind, String detail, int executors, String last) {
    /** What the store finds it by. Not a component: those would carry the annotation twice. */
    @KVIndex
    public String key() {
        return mechanism + " " + kind + " " + detail;
    }

    StateRow and(String executor) {
        return new StateRow(mechanism, kind, detail, executors + 1, executor);
    }
}

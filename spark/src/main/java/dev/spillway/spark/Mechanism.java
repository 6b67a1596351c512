// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/** A part of the plug-in with a switch of its own. */
enum Mechanism {
    /** Cached blocks in H2. */
    SECOND_HEAP("secondHeap", "cached blocks use Spark's own store"),
    /** Grouping with values as bytes. */
    LEAKY_BUFFER("leakyBuffer", "groups use Spark's own maps"),
    /** Spill thresholds that follow the cost of garbage collection. */
    EAGER_SPILL("eagerSpill", "Spark spills when memory is not granted");

    /** As in keys and metrics. */
    final String key;

    /** What happens without it. */
    final String otherwise;

    Mechanism(String key, String otherwise) {
        this.key = key;
        this.otherwise = otherwise;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.Map;

/** One measurement; what GC pauses tell is read from the GC log by the harness. */
interface Experiment {

    /** Runs it and returns the values to print, in their order. */
    Map<String, Number> run(Options options) throws Exception;
}

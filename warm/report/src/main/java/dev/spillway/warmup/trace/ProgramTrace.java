// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

import java.util.List;
import java.util.Map;

/**
 * What was recorded of a program.
 *
 * @param started when its main class was searched for, in nanoseconds since 1970
 * @param length from the search for its main class to the start of its shutdown
 * @param exitThread the thread that called exit; 0 where the program ended with its last thread
 * @param period processor time between two samples of a thread, on average
 * @param compilation time of the compiler threads, by compiler
 * @param compilers the same, by thread
 * @param pauses the collector's pauses, in order
 * @param processors how many the VM saw
 */
public record ProgramTrace(
        long started,
        long length,
        long exitThread,
        long period,
        List<ThreadTrace> threads,
        Map<String, Long> compilation,
        Map<String, Long> compilers,
        List<Interval> pauses,
        int processors) {}

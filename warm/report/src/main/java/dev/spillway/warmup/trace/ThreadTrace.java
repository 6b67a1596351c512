// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

import java.util.List;

/**
 * What was recorded of one thread.
 *
 * @param id number of the thread in the recording
 * @param parent the thread that started it; 0 where that is not known
 * @param alive from its start to its end, within the program's run
 * @param ended whether it ended before the program did, which does not wait for daemon threads
 * @param lost samples that fell into the VM's own code, where no stack can be read
 */
public record ThreadTrace(
        long id,
        String name,
        long parent,
        Interval alive,
        boolean ended,
        List<Load> loads,
        List<Wait> waits,
        List<Sample> samples,
        long lost) {

    /** The same thread with other waits. */
    public ThreadTrace withWaits(List<Wait> other) {
        return new ThreadTrace(id, name, parent, alive, ended, loads, other, samples, lost);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import com.codahale.metrics.MetricRegistry;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets Spark's storage and execution memory follow the first heap while the memory balancer changes it. */
final class HeapFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpillwayPlugin.class);
    private static final long PERIOD_MILLIS = 1000;
    // Tries to take half as much when Spark refuses, which it does while tasks hold the memory.
    private static final int TRIES = 6;

    /** Spark's memory manager, as far as it is needed here. */
    interface Memory {
        /** Takes bytes from both pools, evicting cached blocks if need be; false if there are not so many. */
        boolean acquire(long bytes);

        /** Gives bytes back. */
        void release(long bytes);
    }

    private final HeapBinding heap;
    private final FollowPolicy policy;
    private final Memory memory;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(HeapFollower::daemon);
    private volatile long held;
    private boolean closed;

    HeapFollower(HeapBinding heap, FollowPolicy policy, Memory memory) {
        this.heap = heap;
        this.policy = policy;
        this.memory = memory;
    }

    /** Looks at the limit each second until {@link #close}. */
    void start(MetricRegistry metrics) {
        metrics.gauge("memoryBalancer.firstHeapLimitBytes", () -> () -> heap.statistics().firstHeapLimitBytes());
        metrics.gauge("memoryBalancer.withheldBytes", () -> this::held);
        clock.scheduleWithFixedDelay(this::stepOrEnd, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Bytes withheld from Spark now. */
    long held() {
        return held;
    }

    /** One look at the limit; none once it is closed. */
    synchronized void step() {
        if (closed) {
            return;
        }
        long limit = heap.statistics().firstHeapLimitBytes();
        long before = held;
        long change = policy.change(limit, held);
        if (change < 0) {
            memory.release(-change);
            held += change;
        } else if (change > 0) {
            held += take(change);
        }
        if (held != before) {
            LOG.info("First heap {} MB: {} MB of Spark's {} MB withheld", limit >> 20, held >> 20, policy.pools() >> 20);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "spillway-heap-follower");
        thread.setDaemon(true);
        return thread;
    }

    private long take(long wanted) {
        long bytes = wanted;
        for (int i = 0; i < TRIES && bytes > 0; i++, bytes /= 2) {
            if (memory.acquire(bytes)) {
                return bytes;
            }
        }
        return 0;
    }

    // An error here must cost no task anything: Spark goes on with what it has. Eviction throws what Scala does not declare, such as an
    // IOException of a full disk, and the executor would end the steps without a word.
    void stepOrEnd() {
        try {
            step();
        } catch (Throwable e) {
            LOG.warn("Spark's memory does not follow the first heap any more", e);
            close();
        }
    }

    /** Gives everything back and ends. */
    @Override
    public synchronized void close() {
        closed = true;
        clock.shutdownNow();
        if (held > 0) {
            memory.release(held);
            held = 0;
        }
    }
}

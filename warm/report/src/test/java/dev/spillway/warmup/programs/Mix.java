// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Threads that run a method which must not be compiled (interpreted) and one that is (compiled), and tell the processor time of each. */
public final class Mix {
    private static final long MILLISECONDS = 1_000_000;
    private final ThreadMXBean times = ManagementFactory.getThreadMXBean();
    private long sum;

    private Mix() {}

    public static void main(String[] arguments) throws InterruptedException {
        Mix warm = new Mix();
        warm.run("warm", 0, 200 * MILLISECONDS);
        warm.run("mixed", 500 * MILLISECONDS, 500 * MILLISECONDS);
        warm.run("compiled", 0, 300 * MILLISECONDS);
        warm.run("interpreted", 300 * MILLISECONDS, 0);
    }

    private void run(String name, long interpreted, long compiled) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println(name + "=" + mix(interpreted, compiled)), name);
        thread.start();
        thread.join();
    }

    private String mix(long wantedInterpreted, long wantedCompiled) {
        long interpreted = 0;
        long compiled = 0;
        while (interpreted < wantedInterpreted || compiled < wantedCompiled) {
            long start = times.getCurrentThreadCpuTime();
            if (interpreted < wantedInterpreted) {
                sum += interpreted(50_000);
            }
            long middle = times.getCurrentThreadCpuTime();
            interpreted += middle - start;
            if (compiled < wantedCompiled) {
                sum += compiled(2_000_000);
            }
            compiled += times.getCurrentThreadCpuTime() - middle;
        }
        return interpreted + "/" + (interpreted + compiled) + " " + (sum & 1);
    }

    private static long interpreted(long steps) {
        long result = 0;
        for (long i = 0; i < steps; i++) {
            result = result * 31 + i;
        }
        return result;
    }

    private static long compiled(long steps) {
        long result = 0;
        for (long i = 0; i < steps; i++) {
            result = result * 31 + i;
        }
        return result;
    }
}

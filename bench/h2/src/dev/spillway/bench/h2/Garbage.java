// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

/** Short-lived objects that make young collections happen. */
final class Garbage {
    private static final int CHUNK = 32 << 10;

    private Garbage() {}

    /** Allocates so many bytes and drops them; the returned value only keeps the compiler from dropping the work. */
    static long allocate(long bytes) {
        long sum = 0;
        for (long done = 0; done < bytes; done += CHUNK) {
            byte[] chunk = new byte[CHUNK];
            chunk[(int) (done & (CHUNK - 1))] = 1;
            sum += chunk[0] + chunk.length;
        }
        return sum;
    }
}

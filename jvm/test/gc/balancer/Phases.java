// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
import dev.spillway.SecondHeap;
import h2test.Check;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A program of two phases in turns, which looks at all it has made: "windows" holds so much that dies when it is old that it wants a
 * large H1, "scan" reads at random what is in H2, which fits the page cache beside a small H1 only. Arguments: megabytes in H2,
 * megabytes of the windows, seconds of a phase, how many pairs of phases.
 */
public final class Phases {
    private static final int CHUNK = 32 * 1024;
    private static final int PER_MB = (1 << 20) / CHUNK;
    private static final int PORTION_MB = 40;
    private static final int A_MILLISECOND = 16;

    private final List<byte[]> moved = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);

    public static void main(String[] args) throws Exception {
        Phases program = new Phases();
        program.fill(Integer.parseInt(args[0]));
        int windows = Integer.parseInt(args[1]) * PER_MB;
        long millis = Integer.parseInt(args[2]) * 1000L;
        for (int pair = 0; pair < Integer.parseInt(args[3]); pair++) {
            System.out.println("ENDS windows " + program.windows(windows, millis));
            System.out.println("ENDS scan " + program.scan(millis));
        }
        // So that the test can look at it.
        System.in.read();
    }

    // In portions, since H1 is smaller than the whole.
    private void fill(int megabytes) {
        for (int i = 0; i < megabytes * PER_MB; i++) {
            byte[] chunk = chunk(i);
            moved.add(chunk);
            SecondHeap.tagRoot(chunk, 1);
            if (i % (PORTION_MB * PER_MB) == 0) {
                SecondHeap.moveNow();
            }
        }
        SecondHeap.moveNow();
        System.out.println("FILLED " + (SecondHeap.statistics().movedBytes() >> 20));
    }

    // Each page tells whose it is.
    private static byte[] chunk(int number) {
        byte[] chunk = new byte[CHUNK];
        for (int at = 0; at < CHUNK; at += 1024) {
            chunk[at] = expected(number, at);
        }
        return chunk;
    }

    private static byte expected(int number, int at) {
        return (byte) (number * 31 + (number >> 8) + at / 1024);
    }

    private static void check(byte[] chunk, int number, int at) {
        Check.equal(chunk[at], expected(number, at), "byte " + at + " of " + number);
    }

    // Each object is replaced when it is old, so what is promoted dies in the old generation.
    private long windows(int size, long millis) throws InterruptedException {
        ArrayDeque<byte[]> held = new ArrayDeque<>(size + 1);
        long end = System.nanoTime() + millis * 1_000_000L;
        int made = 0;
        for (; System.nanoTime() < end; Thread.sleep(1)) {
            for (int i = 0; i < A_MILLISECOND; i++) {
                held.add(chunk(made++));
                if (held.size() > size) {
                    int oldest = made - held.size();
                    check(held.remove(), oldest, 1024 * random.nextInt(CHUNK / 1024));
                }
            }
        }
        return made;
    }

    private long scan(long millis) {
        long end = System.nanoTime() + millis * 1_000_000L, reads = 0;
        for (; System.nanoTime() < end; reads++) {
            int number = random.nextInt(moved.size());
            check(moved.get(number), number, 1024 * random.nextInt(CHUNK / 1024));
        }
        return reads;
    }
}

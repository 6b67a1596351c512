// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Native code that holds arrays in a critical section while they wait to move, or are in H2, sees and writes the right bytes
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC TestJniCriticalArrays
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.H2;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

public class TestJniCriticalArrays {
    private static final int SIZE = 300_000;

    public static void main(String[] args) throws Exception {
        H2.required();
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            Future<?>[] results = new Future<?>[3];
            for (int t = 0; t < results.length; t++) {
                int seed = t;
                results[t] = pool.submit(() -> compress(seed));
            }
            for (int i = 0; i < 10; i++) {
                SecondHeap.moveNow();
            }
            for (Future<?> f : results) {
                f.get();
            }
        }
        Check.that(SecondHeap.statistics().movedObjects() > 0, "nothing moved");
    }

    /** Deflater and Inflater work on both arrays through GetPrimitiveArrayCritical. */
    private static Object compress(int seed) throws Exception {
        byte[] plain = new byte[SIZE];
        byte[] packed = new byte[SIZE];
        byte[] unpacked = new byte[SIZE];
        for (int round = 0; round < 15; round++) {
            for (int i = 0; i < SIZE; i++) {
                plain[i] = (byte) (i * (seed + round) >> 7);
            }
            if (round == 3) {
                SecondHeap.tagRoots(new Object[] {plain, packed, unpacked}, seed);
            }
            Deflater deflater = new Deflater();
            deflater.setInput(plain);
            deflater.finish();
            int n = deflater.deflate(packed);
            deflater.end();
            Inflater inflater = new Inflater();
            inflater.setInput(packed, 0, n);
            Check.equal(inflater.inflate(unpacked), SIZE, "bytes inflated");
            inflater.end();
            Check.that(Arrays.equals(plain, unpacked), "bytes of round " + round);
            Arrays.fill(unpacked, (byte) 0);
        }
        SecondHeap.moveNow();
        H2.in(packed, "array that native code writes");
        return null;
    }
}

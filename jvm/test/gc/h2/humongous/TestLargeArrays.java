// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Arrays of several regions move, keep their content, hold references to young objects anywhere, and free all their regions
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestLargeArrays
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops -XX:ParallelGCThreads=4 -XX:-PSChunkLargeArrays TestLargeArrays
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders -XX:ParallelGCThreads=1 TestLargeArrays
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestLargeArrays {
    private static final int REGION = 1 << 20;

    public static void main(String[] args) {
        H2.required();
        long[] exact = new long[REGION / 8 - 2];
        Object[] roots = {bytes(5 * REGION + 3), exact, Graphs.array(1_000_000, i -> i % 1000 == 0 ? new int[] {i} : null),
            bytes(REGION), bytes(REGION - 24), bytes(REGION / 2 + 8), bytes(REGION - 16), new Object[3 * REGION / 4]};
        exact[77] = 77;
        exact = null;
        long sum = Checksum.of(roots);
        for (int i = 0; i < roots.length; i++) {
            SecondHeap.tagRoot(roots[i], i % 3);
        }
        SecondHeap.moveNow();
        for (Object root : roots) {
            H2.in(root, "large array");
        }
        Check.equal(Checksum.of(roots), sum, "content after the move");
        youngReferences((Object[]) roots[7]);
        Check.equal(((Object[]) roots[2])[1000].getClass(), int[].class, "element");
        java.util.Arrays.fill((Object[]) roots[7], null);
        Check.equal(Checksum.of(roots), sum, "content after stores");
        long used = SecondHeap.statistics().regionsUsed();
        java.util.Arrays.fill(roots, null);
        Gc.full();
        Check.equal(H2.freedRegions(), used, "regions freed");
        Check.equal(H2.used(), 0L, "bytes used");
    }

    private static byte[] bytes(int n) {
        byte[] b = new byte[n];
        for (int i = 0; i < n; i += 511) {
            b[i] = (byte) (i / 511);
        }
        return b;
    }

    private static void youngReferences(Object[] a) {
        for (int i = 0; i < a.length; i += 1013) {
            a[i] = new int[] {i};
        }
        a[a.length - 1] = new int[] {a.length - 1};
        for (int gc = 0; gc < 5; gc++) {
            if (gc == 3) {
                Gc.full();
            } else {
                Gc.young();
            }
            for (int i = 0; i < a.length; i += 1013) {
                Check.equal(((int[]) a[i])[0], i, "element of a large array");
            }
            Check.equal(((int[]) a[a.length - 1])[0], a.length - 1, "last element of a large array");
        }
    }
}

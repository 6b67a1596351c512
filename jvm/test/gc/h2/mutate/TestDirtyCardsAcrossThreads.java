// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary One dirty reference in each card of a large moved array, and objects that straddle cards, are found by any number of GC threads
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=1 TestDirtyCardsAcrossThreads
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 -XX:+UseCompactObjectHeaders -XX:GCCardSizeInBytes=128 TestDirtyCardsAcrossThreads
 */
/*
 * @test id=soak
 * @key soak
 * @summary One dirty reference in each card of a large moved array, and objects that straddle cards, are found by any number of GC threads
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 TestDirtyCardsAcrossThreads
 */
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestDirtyCardsAcrossThreads {
    private static final int LARGE = 600_000;
    private static final int SMALL = 2_000;

    public static void main(String[] args) {
        Object[] large = H2.moved(new Object[LARGE], 1);
        Object[] small = H2.moved(Graphs.array(SMALL, i -> new Object[i % 300]), 2);
        for (int step : new int[] {31, 64, 127, 128, 1021}) {
            fill(large, small, step);
            Gc.young();
            check(large, small, step);
            Gc.young(2);
            check(large, small, step);
            fill(large, small, step + 1);
            Gc.full();
            check(large, small, step + 1);
        }
    }

    private static void fill(Object[] large, Object[] small, int step) {
        java.util.Arrays.fill(large, null);
        for (int i = step - 1; i < LARGE; i += step) {
            large[i] = new int[] {i};
        }
        for (int i = 0; i < SMALL; i++) {
            Object[] a = (Object[]) small[i];
            if (a.length > 0) {
                a[0] = new int[] {i};
                a[a.length - 1] = new int[] {i + step};
            }
        }
    }

    private static void check(Object[] large, Object[] small, int step) {
        for (int i = 0; i < LARGE; i++) {
            int[] a = (int[]) large[i];
            boolean filled = i % step == step - 1;
            Check.that(filled ? a != null && a[0] == i : a == null, "element " + i + " with step " + step);
        }
        for (int i = 0; i < SMALL; i++) {
            Object[] a = (Object[]) small[i];
            if (a.length > 1) {
                Check.that(((int[]) a[0])[0] == i && ((int[]) a[a.length - 1])[0] == i + step, "small array " + i);
            }
        }
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary arraycopy, clone, Arrays.fill and List.sort into, out of and inside moved arrays, with overlaps and type checks
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestArrayCopies
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xint TestArrayCopies
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops -XX:-TieredCompilation TestArrayCopies
 */
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;

public class TestArrayCopies {
    private static final int SIZE = 10_000;

    public static void main(String[] args) {
        Object[] h2 = H2.moved(new Object[SIZE], 1);
        Integer[] typed = H2.moved(new Integer[SIZE], 2);
        Random random = new Random(42);
        Integer[] shadow = new Integer[SIZE];
        for (int round = 0; round < 20; round++) {
            int base = 1000 + round * SIZE;
            Object[] fresh = Graphs.array(SIZE, i -> Integer.valueOf(base + i));
            int from = random.nextInt(SIZE);
            int to = random.nextInt(SIZE);
            int n = random.nextInt(SIZE - Math.max(from, to)) + 1;
            System.arraycopy(fresh, from, h2, to, n);
            System.arraycopy(fresh, from, typed, to, n);
            System.arraycopy(fresh, from, shadow, to, n);
            int shift = random.nextInt(SIZE / 2);
            System.arraycopy(h2, 0, h2, shift, SIZE - shift);
            System.arraycopy(typed, 0, typed, shift, SIZE - shift);
            System.arraycopy(shadow, 0, shadow, shift, SIZE - shift);
            if (round % 5 == 4) {
                Comparator<Object> order = Comparator.comparing(o -> (Integer) o, Comparator.nullsFirst(Comparator.reverseOrder()));
                Arrays.sort(h2, order);
                Arrays.sort(typed, order);
                Arrays.sort(shadow, order);
            }
            fresh = null;
            if (round % 7 == 6) {
                Gc.full();
            } else {
                Gc.young();
            }
            Check.that(Arrays.equals(h2, shadow), "Object[] in round " + round);
            Check.that(Arrays.equals(typed, shadow), "Integer[] in round " + round);
            Check.that(Arrays.equals(h2.clone(), shadow), "clone in round " + round);
        }
        storeCheck(typed, shadow);
    }

    private static void storeCheck(Integer[] typed, Integer[] shadow) {
        Object[] bad = {7000, 7001, "no Integer", 7003};
        try {
            System.arraycopy(bad, 0, typed, 10, 4);
            throw new AssertionError("arraycopy of a String into Integer[] was accepted");
        } catch (ArrayStoreException expected) {
            shadow[10] = 7000;
            shadow[11] = 7001;
        }
        bad = null;
        Gc.young();
        Check.that(Arrays.equals(typed, shadow), "elements before the failed one");
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary H2 of 192 MB takes gigabytes over time: regions are used again, and their old content never shines through
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC -XX:-VerifyAfterGC TestRegionReuse
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;

public class TestRegionReuse {
    public static void main(String[] args) {
        H2.required();
        Object[] generations = new Object[3];
        for (int g = 0; g < 24; g++) {
            Graphs.Shape shape = Graphs.Shape.values()[g % Graphs.Shape.values().length];
            Node holder = H2.moved(new Node(g, null, new Object[] {Graphs.of(shape, 20_000, g), new byte[30_000_000]}), g);
            generations[g % 3] = holder;
            for (Object o : generations) {
                if (o != null) {
                    check((Node) o);
                }
            }
        }
        Check.that(SecondHeap.statistics().movedBytes() > 3 * SecondHeap.statistics().capacityBytes(), "too little moved");
        Gc.young();
        for (Object o : generations) {
            check((Node) o);
        }
    }

    private static void check(Node n) {
        Graphs.Shape shape = Graphs.Shape.values()[(int) n.value % Graphs.Shape.values().length];
        long expected = Checksum.of(Graphs.of(shape, 20_000, n.value));
        Check.equal(Checksum.of(((Object[]) n.any)[0]), expected, shape + " of generation " + n.value);
    }
}

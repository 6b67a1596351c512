// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary moveNow moves even where -XX:+DisableExplicitGC makes System.gc() do nothing
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+DisableExplicitGC TestMoveNowWithoutExplicitGc
 */
import h2test.Check;
import h2test.Checksum;
import h2test.Graphs;
import h2test.H2;

public class TestMoveNowWithoutExplicitGc {
    public static void main(String[] args) {
        Object list = H2.moved(Graphs.list(1000, 1), 1);
        Check.equal(Checksum.of(list), Checksum.of(Graphs.list(1000, 1)), "content");
    }
}

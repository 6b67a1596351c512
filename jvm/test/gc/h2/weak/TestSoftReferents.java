// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A softly reachable label stays while memory is plenty and is freed when the soft reference policy says so
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestSoftReferents keeps
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SoftRefLRUPolicyMSPerMB=0 TestSoftReferents frees
 */
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.lang.ref.SoftReference;

public class TestSoftReferents {
    public static void main(String[] args) throws Exception {
        SoftReference<Node> soft = soft();
        Thread.sleep(10);
        Gc.full();
        Gc.full();
        if (args[0].equals("keeps")) {
            Check.equal(Checksum.of(soft.get()), Checksum.of(Graphs.list(1000, 1)), "softly reachable list");
        } else {
            Check.that(soft.get() == null, "soft reference is not cleared");
            Check.equal(H2.used(), 0L, "bytes used");
        }
    }

    private static SoftReference<Node> soft() {
        return new SoftReference<>(H2.moved(Graphs.list(1000, 1), 1));
    }
}

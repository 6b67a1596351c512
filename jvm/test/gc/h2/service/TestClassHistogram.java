// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary jcmd GC.class_histogram counts the objects of H2
 * @library /lib /hints
 * @run main TestClassHistogram
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import h2test.Live;
import h2test.Node;
import h2test.Vm;
import java.util.Map;

public class TestClassHistogram {
    private static final int SIZE = 12_345;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Node n = H2.moved(Graphs.list(SIZE, 1), 1);
            System.out.println("READY");
            System.in.read();
            Check.that(SecondHeap.contains(n), "list");
            return;
        }
        try (Live live = Vm.start(Map.of(), Vm.h2(TestClassHistogram.class.getName(), "child"))) {
            live.await("READY");
            String pid = Long.toString(live.pid());
            String node = "^ *\\d+: +" + SIZE + " +\\d+ +h2test\\.Node";
            Vm.tool("jcmd", pid, "GC.class_histogram").exits(0).has(node);
            Vm.tool("jcmd", pid, "GC.class_histogram", "-all", "-parallel=2").exits(0).has(node);
            live.send("done").finish().exits(0);
        }
    }
}

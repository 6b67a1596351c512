// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A heap dump holds the objects of H2; with -XX:-SecondHeapIterate, set while running, it does not and stays readable
 * @library /lib /hints
 * @run main TestHeapDump
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import h2test.Live;
import h2test.Node;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

public class TestHeapDump {
    private static final int SIZE = 20_000;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            child();
            return;
        }
        try (Live live = Vm.start(Map.of(), Vm.h2(TestHeapDump.class.getName(), "child"))) {
            live.await("READY");
            String pid = Long.toString(live.pid());
            Vm.tool("jcmd", pid, "GC.heap_dump", Path.of("all.hprof").toAbsolutePath().toString()).exits(0).has("Heap dump file created");
            Vm.tool("jmap", "-dump:live,format=b,file=live.hprof", pid).exits(0).has("Heap dump file created");
            Vm.tool("jinfo", "-flag", "-SecondHeapIterate", pid).exits(0);
            Vm.tool("jcmd", pid, "GC.heap_dump", "-all", Path.of("h1.hprof").toAbsolutePath().toString()).exits(0).has("Heap dump file created");
            live.send("done").finish().exits(0);
        }
        Check.equal(HeapDump.instances(Path.of("h1.hprof"), "h2test/Node"), 0, "nodes in a dump without H2");
        Check.between(Files.size(Path.of("all.hprof")), 1L << 20, 1L << 28, "size of the dump");
        Check.between(Files.size(Path.of("live.hprof")), 1L << 20, 1L << 28, "size of the live dump");
        for (String file : new String[] {"all.hprof", "live.hprof"}) {
            Check.equal(HeapDump.instances(Path.of(file), "h2test/Node"), SIZE, "nodes in " + file);
        }
    }

    private static void child() throws Exception {
        Node n = H2.moved(Graphs.list(SIZE, 1), 1);
        System.out.println("READY");
        System.in.read();
        Check.that(SecondHeap.contains(n), "list");
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary jcmd GC.second_heap reports capacity, use and regions, and is not there without H2
 * @library /lib /hints
 * @run main TestSecondHeapCommand
 */
import h2test.Graphs;
import h2test.H2;
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestSecondHeapCommand {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Object list = args[0].equals("on") ? H2.moved(Graphs.list(1000, 1), 42) : null;
            System.out.println("READY");
            System.in.read();
            System.out.println(list == null);
            return;
        }
        try (Live live = Vm.start(Map.of(), Vm.h2(TestSecondHeapCommand.class.getName(), "on"))) {
            live.await("READY");
            Vm.tool("jcmd", Long.toString(live.pid()), "GC.second_heap").exits(0)
                    .has("(?i)capacity").has("(?i)used").has("(?i)regions?").has("(?i)labels?").has("(?i)moved").has("(?i)freed");
            Vm.tool("jcmd", Long.toString(live.pid()), "GC.heap_info").exits(0).has("(?i)second heap|H2");
            live.send("done").finish().exits(0);
        }
        try (Live live = Vm.start(Map.of(), "-XX:+UseParallelGC", TestSecondHeapCommand.class.getName(), "off")) {
            live.await("READY");
            Vm.tool("jcmd", Long.toString(live.pid()), "GC.second_heap").has("Unknown diagnostic command");
            live.send("done").finish().exits(0);
        }
    }
}

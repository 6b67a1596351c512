// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A limit that is lowered or raised while the program runs is followed, and memory above it goes back to the system
 * @library /lib /hints
 * @build Job
 * @run main TestLiveLimit
 */
import h2test.Check;
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;

public class TestLiveLimit {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("container"), 600 * MB).memory(0, 0);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=200", "-Xlog:gc*", "Job"))) {
            live.await("READY");
            long full = rss(live, "hold 300");
            live.send("hold 20").await("DONE");
            live.send("full").await("DONE");
            kernel.limit(200 * MB);
            live.await("has 200M of memory now, had 600M");
            live.await("shrink: ceiling");
            // The limit takes effect in the next collections, of which the balancer asks for one by itself.
            live.await("(Memory Balancer)");
            live.send("full").await("DONE");
            live.send("young").await("DONE");
            long small = rss(live, "young");
            Check.between(full, 300, 1000, "MB of anonymous memory while 300 MB are live");
            Check.that(small < full - 100, "anonymous memory fell from " + full + " to " + small + " MB only");
            kernel.limit(600 * MB);
            live.await("has 600M of memory now, had 200M");
            live.await("sample now=");      // the ceiling has risen, too
            rss(live, "hold 280");
            live.send("end").finish().exits(0).lacks("OutOfMemoryError").has("grow: ");
        }
    }

    private static long rss(Live live, String command) {
        String line = live.send(command).await("DONE rss");
        return Long.parseLong(line.replaceAll(".*rss (\\d+) MB.*", "$1"));
    }
}

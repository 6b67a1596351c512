// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A heap that is small grows in one collection to what the program needs: no OutOfMemoryError while the budget has room
 * @library /lib /hints
 * @build Job
 * @run main TestNoOutOfMemory
 */
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

public class TestNoOutOfMemory {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        for (String policy : new String[] {"default", "paper"}) {
            // No sample in time: what the collections do by themselves must be enough.
            String[] options = Vm.balancer("-Xmx600m", "-XX:MemoryBalancerInterval=3600000", "-XX:MemoryBalancerPolicy=" + policy);
            try (Kernel kernel = new Kernel(Path.of(policy), 300 * MB).memory(0, 0);
                 Live live = Vm.start(Map.of(), with(options, kernel.option(), "Job"))) {
                live.await("READY");
                live.send("hold 20").await("DONE");
                kernel.limit(900 * MB);
                // Samples follow collections only, so that the ceiling may be that of 300 MB still.
                live.send("hold 330").await("DONE");
                live.send("hold 20").await("DONE");
                live.send("hold 330").await("DONE");
                live.send("end").finish().exits(0).lacks("OutOfMemoryError").has("grow: ");
            }
        }
    }

    private static String[] with(String[] options, String... more) {
        String[] all = Arrays.copyOf(options, options.length + more.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return all;
    }
}

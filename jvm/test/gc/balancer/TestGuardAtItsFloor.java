// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Where its limit cannot fall any more the guard collects now and then, and finds that less is live than before
 * @library /lib /hints
 * @build Job
 * @run main TestGuardAtItsFloor
 */
import h2test.BalancerLog;
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

public class TestGuardAtItsFloor {
    private static final long MB = 1 << 20;

    public static void main(String[] args) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("container"), 600 * MB).memory(4 * MB, 300 * MB);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-Xlog:gc", "Job"))) {
            live.await("READY");
            live.send("hold 250").await("DONE");
            live.send("full").await("DONE");
            kernel.memory(595 * MB, 5 * MB);
            live.await("shrink: container");
            long floor = limit(await(live, sample -> sample.contains("-> nothing") && sample.contains("(container)")));
            live.send("hold 20").await("DONE");
            // Nothing is allocated any more, so that no other collection comes.
            live.await("Pause Full (Memory Balancer Guard)");
            await(live, sample -> limit(sample) < floor);
            live.send("end").finish().exits(0).lacks("OutOfMemoryError");
        }
    }

    private static String await(Live live, Predicate<String> wanted) {
        String sample = live.await("sample now=");
        while (!wanted.test(sample)) {
            sample = live.await("sample now=");
        }
        return sample;
    }

    private static long limit(String sample) {
        return BalancerLog.field(sample, "limit");
    }
}

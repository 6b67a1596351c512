// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What the old generation does not use of a limit is the young one's with the policy default, with that of the paper both keep
 *          their proportions; room for what a minor collection is expected to promote stays: without it each became a full one, for good
 * @library /lib /hints
 * @build Job
 * @run main TestSplitByUse
 */
import h2test.Check;
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class TestSplitByUse {
    private static final long MB = 1 << 20;
    private static final Pattern YOUNG = Pattern.compile("the balancer allows (\\d+)K for the young generation");

    public static void main(String[] args) throws Exception {
        // A third of what 200 MB leave to H1 is less than 67 MB, the largest young generation of -Xmx512m is 170.
        Check.between(largestYoung("default") / 1024, 80, 170, "MB for the young generation by use");
        Check.between(largestYoung("paper") / 1024, 30, 67, "MB for the young generation by proportion");
    }

    private static long largestYoung(String policy) throws Exception {
        try (Kernel kernel = new Kernel(Path.of("container-" + policy), 200 * MB).memory(0, 0);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=200",
                     "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
            live.await("READY");
            live.send("hold 10").await("DONE");
            live.send("full").await("DONE");
            live.send("garbage 10000").await("DONE");
            // Much is promoted at once and dies: the next minor collection is expected to promote as much.
            for (int i = 0; i < 3; i++) {
                live.send("hold 60").await("DONE");
                live.send("young").await("DONE");
                live.send("hold 10").await("DONE");
                live.send("full").await("DONE");
                live.send("young").await("DONE");
            }
            Matcher allowed = YOUNG.matcher(live.send("end").finish().exits(0).lacks("OutOfMemoryError").output());
            long largest = 0;
            while (allowed.find()) {
                largest = Math.max(largest, Long.parseLong(allowed.group(1)));
            }
            return largest;
        }
    }
}

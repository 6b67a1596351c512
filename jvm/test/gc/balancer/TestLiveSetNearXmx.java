// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Where the young generation is to be smaller than AdaptiveSizePolicy wants, eden and survivor spaces give way alike: survivors
 *          that kept their size took a third of it each, and a live set close to -Xmx that stock holds ended in OutOfMemoryError
 * @library /lib /hints
 * @build Job
 * @run main TestLiveSetNearXmx
 */
import h2test.Live;
import h2test.Vm;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class TestLiveSetNearXmx {
    private static final Pattern SIZES = Pattern.compile("adaptive size policy: eden (\\d+)K and survivors of (\\d+)K; the balancer allows \\d+K "
            + "for the young generation: eden (\\d+)K and survivors of (\\d+)K; adaptive size policy: old generation of \\d+K; the balancer allows \\d+K");

    // Whether AdaptiveSizePolicy wants more than there is depends on how long collections take: on a fast machine five tries were not enough once.
    private static final int TRIES = 20;

    public static void main(String[] args) throws Exception {
        for (String policy : new String[] {"default", "paper"}) {
            int cuts = 0;
            for (int i = 0; i < TRIES && cuts == 0; i++) {
                cuts = checkCuts(hold(policy));
            }
            if (cuts == 0) {
                throw new AssertionError("nothing was cut with " + policy + ", so nothing was tested");
            }
        }
    }

    private static String hold(String policy) throws Exception {
        try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx420m", "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
            live.await("READY");
            live.send("hold 330").await("DONE");
            live.send("hold 20").await("DONE");
            live.send("hold 200").await("DONE");
            return live.send("end").finish().exits(0).lacks("OutOfMemoryError").output();
        }
    }

    private static int checkCuts(String log) {
        Matcher cut = SIZES.matcher(log);
        int cuts = 0;
        while (cut.find()) {
            if (cut.group(3).equals(cut.group(1)) && cut.group(4).equals(cut.group(2))) {
                continue;
            }
            double eden = Double.parseDouble(cut.group(3)) / Double.parseDouble(cut.group(1));
            // A megabyte less may be the spaces' alignment.
            double survivors = (Double.parseDouble(cut.group(4)) - 1024) / Double.parseDouble(cut.group(2));
            if (eden < survivors) {
                throw new AssertionError("survivors keep more than eden: " + cut.group());
            }
            cuts++;
        }
        return cuts;
    }
}

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
import h2test.Outcome;
import h2test.Vm;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class TestLiveSetNearXmx {
    private static final Pattern CUT = Pattern.compile("adaptive size policy: eden (\\d+)M and survivors of (\\d+)M; the balancer allows \\d+M "
            + "for the young generation: eden (\\d+)M and survivors of (\\d+)M");

    public static void main(String[] args) throws Exception {
        for (String policy : new String[] {"default", "paper"}) {
            try (Live live = Vm.start(Map.of(), Vm.balancer("-Xmx420m", "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
                live.await("READY");
                live.send("hold 330").await("DONE");
                live.send("hold 20").await("DONE");
                live.send("hold 200").await("DONE");
                Outcome outcome = live.send("end").finish().exits(0).lacks("OutOfMemoryError");
                checkCuts(outcome.output());
            }
        }
    }

    private static void checkCuts(String log) {
        Matcher cut = CUT.matcher(log);
        int cuts = 0;
        while (cut.find()) {
            double eden = Double.parseDouble(cut.group(3)) / Double.parseDouble(cut.group(1));
            // A megabyte less than what is logged may be rounding.
            double survivors = (Double.parseDouble(cut.group(4)) - 1) / Double.parseDouble(cut.group(2));
            if (eden < survivors) {
                throw new AssertionError("survivors keep more than eden: " + cut.group());
            }
            cuts++;
        }
        if (cuts == 0) {
            throw new AssertionError("nothing was cut, so nothing was tested");
        }
    }
}

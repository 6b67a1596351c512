// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary An array that fits the budget only beside an old generation of its largest size is no OutOfMemoryError: eden grows for it
 * @library /lib /hints
 * @build Job
 * @run main TestArrayBesideLive
 */
import h2test.Check;
import h2test.Live;
import h2test.Vm;
import java.util.Map;

public class TestArrayBesideLive {
    public static void main(String[] args) throws Exception {
        // Of 376 MB the old generation may have 250, and the VM has some 20.
        int[][] cases = {{230, 30}, {240, 26}, {200, 60}};
        int tookArray = 0, moved = 0;
        for (String policy : new String[] {"default", "paper"}) {
            for (int[] megabytes : cases) {
                try (Live live = Vm.start(Map.of(), Vm.balancer("-Xms8m", "-Xmx376m", "-XX:InitialHeapSize=282m", "-XX:MemoryBudget=376m",
                        "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
                    live.await("READY");
                    live.send("hold " + megabytes[0]).await("DONE");
                    for (int i = 0; i < 30; i++) {
                        live.send("array 0").await("DONE");
                        live.send("array " + megabytes[1]).await("DONE");
                    }
                    String output = live.send("end").finish().exits(0).lacks("OutOfMemoryError").output();
                    tookArray += output.contains("has no room in the old generation") ? 1 : 0;
                }
            }
            moved += besideSurvivors(policy, 255, 60) + besideSurvivors(policy, 262, 70);
        }
        // Elsewhere the array may come when little enough is in the old generation.
        Check.that(tookArray > 0, "eden took an array");
        // A debug VM has less room for H1, and leaves these objects elsewhere.
        Check.that(moved > 0 || !System.getProperty("jdk.debug").equals("release"), "survivors were moved");
    }

    // More is live than the old generation's largest size: what does not fit in there is in from-space, in the middle of what eden could have.
    private static int besideSurvivors(String policy, int live, int megabytes) throws Exception {
        try (Live job = Vm.start(Map.of(), Vm.balancer("-Xms8m", "-Xmx376m", "-XX:InitialHeapSize=282m", "-XX:InitialSurvivorRatio=3",
                "-XX:MemoryBudget=376m", "-XX:MemoryBalancerPolicy=" + policy, "Job"))) {
            job.await("READY");
            job.send("hold " + live).await("DONE");
            job.send("array " + megabytes).await("DONE");
            return job.send("end").finish().exits(0).lacks("OutOfMemoryError").output().contains("has no room beside the survivors") ? 1 : 0;
        }
    }
}

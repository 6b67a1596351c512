// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Other collectors, AllocateHeapAt and explicit huge pages end start-up with one line
 * @library /lib /hints
 * @run main TestRefusedCombinations
 */
import h2test.Check;
import h2test.Outcome;
import h2test.Vm;

public class TestRefusedCombinations {
    public static void main(String[] args) {
        for (String gc : new String[] {"UseSerialGC", "UseG1GC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC"}) {
            Outcome present = Vm.run("-XX:+UnlockExperimentalVMOptions", "-XX:+" + gc, "-version");
            if (present.exit() == 0) {
                Vm.run("-XX:+UnlockExperimentalVMOptions", "-XX:+" + gc, "-XX:SecondHeapSize=64m", "-XX:SecondHeapPath=.", "-version")
                        .refusedWith("SecondHeapSize.*ParallelGC|ParallelGC.*SecondHeapSize");
            }
        }
        Vm.runH2("-XX:AllocateHeapAt=.", "-version").refusedWith("AllocateHeapAt");
        Outcome large = Vm.runH2("-XX:+UseLargePages", "-version");
        if (large.output().contains("UseLargePages disabled")) {
            Check.partSkipped("this machine has no explicit large pages");
        } else {
            large.refusedWith("UseLargePages");
        }
    }
}

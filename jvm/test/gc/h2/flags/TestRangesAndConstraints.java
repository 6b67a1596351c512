// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A value outside a flag's range or constraint ends start-up with one line that names the flag
 * @library /lib /hints
 * @run main TestRangesAndConstraints
 */
import h2test.Vm;

public class TestRangesAndConstraints {
    private static final String[] WRONG = {
        "SecondHeapRegionSize=3m", "SecondHeapRegionSize=1", "SecondHeapRegionSize=0", "SecondHeapRegionSize=1t",
        "SecondHeapHighThreshold=101", "SecondHeapLowThreshold=101", "SecondHeapHighThreshold=-1",
        "SecondHeapClosure=everything", "SecondHeapPauseBudget=-1", "SecondHeapMoveTrigger=-1", "SecondHeapSize=-1", "SecondHeapSize=1k",
        "SecondHeapSize=18446744073709551615", "SecondHeapSize=16000000t", "SecondHeapDependencies=none", "SecondHeapWriteMode=none",
    };

    public static void main(String[] args) {
        for (String flag : WRONG) {
            String name = flag.substring(0, flag.indexOf('='));
            Vm.runH2("-XX:" + flag, "-version").refusedWith(name);
        }
        Vm.runH2("-XX:SecondHeapHighThreshold=30", "-XX:SecondHeapLowThreshold=60", "-version").refusedWith("SecondHeapLowThreshold");
        Vm.runH2("-XX:SecondHeapHighThreshold=60", "-XX:SecondHeapLowThreshold=60", "-version").exits(0);
    }
}

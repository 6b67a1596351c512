// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Of data in H2 that a program reads in order again and again a part stays in the page cache, where the kernel alone keeps none
 * @library /lib /hints
 * @build Job
 * @run main TestCyclicScans
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.ProcessFiles;
import h2test.ReadLimit;
import h2test.Vm;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordingFile;

public class TestCyclicScans {
    private static final long MB = 1 << 20;
    private static final int PASSES = 12;
    // A stock fastdebug VM asserts that a machine without swap has some (os::free_swap_space in a container).
    private static final String RECORDING = "-XX:StartFlightRecording:jdk.SwapSpace#enabled=false,filename=";

    public static void main(String[] args) throws Exception {
        long alone = read("marginal"), kept = read("default");
        System.out.println("read in the last passes: " + alone + " MB, with the policy default " + kept + " MB");
        // The group has some 200 MB for page cache, of which 32 are left free.
        Check.that(kept * 10 < alone * 8, "a part of 400 MB stays");
    }

    // Megabytes that the second half of all passes has read.
    private static long read(String policy) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-scans-" + policy, 384 * MB);
             ReadLimit limit = ReadLimit.make(group, Path.of("."), 150 * MB);
             Live live = Vm.startIn(group, limit, Vm.balancer("-Xms64m", "-Xmx128m", "-XX:SecondHeapSize=512m", "-XX:SecondHeapRegionSize=4m",
                     "-XX:MemoryBalancerPolicy=" + policy, RECORDING + policy + ".jfr", "Job"))) {
            live.await("READY");
            for (int i = 0; i < 8; i++) {
                live.send("hold 50").await("DONE");
                live.send("tag 50").await("DONE");
                live.send("move").await("DONE");
            }
            long middle = 0;
            for (int i = 0; i < PASSES; i++) {
                middle = i == PASSES / 2 ? ProcessFiles.readBytes(live.pid()) : middle;
                live.send("scan").await("DONE");
            }
            long read = ProcessFiles.readBytes(live.pid()) - middle;
            Outcome state = Vm.tool("jcmd", Long.toString(live.pid()), "GC.memory_balancer").exits(0);
            Check.that(state.output().matches("(?s).*dropped behind them [1-9][0-9]+M.*") == policy.equals("default"), state.output());
            Check.that(state.output().contains("dropped behind them") == policy.equals("default"), state.output());
            live.send("end").finish().exits(0);
            Check.that(hasDrops(Path.of(policy + ".jfr")) == policy.equals("default"), "drops in the recording of " + policy);
            return read / MB;
        }
    }

    // With what they were decided by, and the chunks.
    private static boolean hasDrops(Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream().filter(e -> e.getEventType().getName().equals("jdk.MemoryBalancerDecision"))
                .anyMatch(e -> e.getString("action").equals("drop") && e.getString("sample").matches("now=\\d+ .* resident=[0-9ANSU]+ -> drop( \\d+s?)+"));
    }
}

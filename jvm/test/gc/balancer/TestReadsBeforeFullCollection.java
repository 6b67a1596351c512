// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Reads that cost time before there was a full collection make nobody ask for one, nor the old generation smaller: stock has given it no
 *          other size
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestReadsBeforeFullCollection
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.ReadLimit;
import h2test.Vm;
import java.nio.file.Path;
import java.util.List;

public class TestReadsBeforeFullCollection {
    private static final long MB = 1 << 20;
    private static final int FILE_MB = 400;

    public static void main(String[] args) throws Exception {
        // Past the page cache, so that its pages are charged to the group that reads it.
        String file = Path.of("large").toAbsolutePath().toString();
        Vm.command(List.of("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + FILE_MB, "oflag=direct", "status=none")).exits(0);
        try (ControlGroup group = ControlGroup.make("spillway-reads", 300 * MB);
             ReadLimit limit = ReadLimit.make(group, Path.of("."), 100 * MB);
             Live live = Vm.startIn(group, limit, Vm.balancer("-Xmx160m", "-XX:MetaspaceSize=64m", "-Xlog:gc", "Job"))) {
            live.await("READY");
            live.send("garbage 2000").await("DONE");
            live.await("keeps=1");
            live.send("cache " + file).send("cache " + file);
            live.await("keeps=0");
            String output = live.send("end").finish().exits(0).output();
            // The old generation fell in the next collection, whoever asked for it; when the balancer shrinks H1 for reads it may ask.
            new Outcome(0, output).lacks("reads cost time");
            int shrinks = output.indexOf("] shrink: ");
            new Outcome(0, output.substring(0, shrinks < 0 ? output.length() : shrinks)).lacks("Pause \\w+ \\(Memory Balancer");
            Check.equal(group.kills(), 0L, "processes the kernel killed");
        }
    }
}

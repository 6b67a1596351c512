// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Waits for reads are those of the process's own control group where the kernel tells them, and no others
 * @library /lib /hints
 * @build Job
 * @run main TestOwnPressure
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class TestOwnPressure {
    private static final int SAMPLES = 10;

    public static void main(String[] args) throws Exception {
        String file = Path.of("read.bin").toAbsolutePath().toString();
        Outcome written = Vm.command(List.of("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=400", "oflag=direct"));
        if (written.exit() != 0) {
            throw Check.skipped("no file of 400 MB can be written here: " + written.output());
        }
        // Past the page cache, so that each read waits for the device.
        List<String> reads = List.of("dd", "if=" + file, "of=/dev/null", "bs=64k", "iflag=direct");
        try (ControlGroup group = ControlGroup.forPressure("spillway-pressure");
             Live live = Vm.startIn(group, Vm.balancer("-XX:MemoryBalancerInterval=200", "Job"))) {
            live.await("READY");
            long others = waited(live, reads);
            long own = waited(live, group.inside(reads));
            System.out.println("waits in ms: " + others / 1_000_000 + " while others read, " + own / 1_000_000 + " while the group did");
            Check.that(own > 20_000_000 && own > 4 * others, "reads of the group are its waits, those of others are not");
            live.send("end").finish().exits(0)
                    .has("waits: pressure of the control group, " + group.directory() + "/io.pressure")
                    .has("memory pressure: pressure of the control group, " + group.directory() + "/memory.pressure");
        } finally {
            Files.delete(Path.of(file));
        }
    }

    // In the first samples of a command, after those of what was before it.
    private static long waited(Live live, List<String> command) {
        live.send("ready").await("READY");
        Vm.command(command).exits(0);
        long nanos = 0;
        for (int i = 0; i < SAMPLES; i++) {
            nanos += BalancerLog.field(live.await("sample now="), "read_wait");
        }
        return nanos;
    }
}

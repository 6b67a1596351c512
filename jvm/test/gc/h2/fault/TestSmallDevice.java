// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary On a small real device H2 is used to the last region; one that does not fit is refused at start
 * @library /lib /hints
 * @run main TestSmallDevice
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Graphs;
import h2test.H2;
import h2test.Mount;
import h2test.Vm;
import java.nio.file.Path;

public class TestSmallDevice {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            H2.required();
            Object[] roots = Graphs.array(60, i -> new byte[1_000_000]);
            long sum = Checksum.of(roots);
            SecondHeap.tagRoots(roots, 1);
            SecondHeap.moveNow();
            Check.equal(Checksum.of(roots), sum, "content");
            Check.between(H2.used(), 40 << 20, 64 << 20, "bytes used");
            return;
        }
        if (!Mount.possible() || !Vm.hasCommand("mkfs.ext4", "-V") || !Vm.hasCommand("losetup", "-f")) {
            throw Check.skipped("no right or no tool to mount a loop device here");
        }
        try (Mount device = Mount.loop(Path.of("device"), "128m")) {
            Vm.runH2("-XX:SecondHeapPath=" + device.directory(), "-XX:SecondHeapSize=64m", TestSmallDevice.class.getName(), "child").exits(0);
            Vm.runH2("-XX:SecondHeapPath=" + device.directory(), "-XX:SecondHeapSize=1g", "-version")
                    .refusedWith("\\Q" + device.directory() + "\\E");
        }
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Objects whose write-back fails later, on a thin device that is full, are never read as something else: the VM ends
 *          with the directory, the error and the way out
 * @library /lib /hints
 * @run main TestWritebackErrors
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Graphs;
import h2test.H2;
import h2test.Mount;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Path;

public class TestWritebackErrors {
    private static final int MB = 140;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            child();
            return;
        }
        if (!Mount.possible() || !Vm.hasCommand("mkfs.ext4", "-V") || !Vm.hasCommand("losetup", "-f")) {
            throw Check.skipped("no right or no tool to mount a loop device here");
        }
        // Promises 400 MB and has 64: what is preallocated has blocks in its file system, but none below.
        try (Mount below = Mount.tmpfs(Path.of("below"), "size=64m");
                Mount device = Mount.loop(below.directory().resolve("device"), "400m")) {
            Outcome o = Vm.runH2("-XX:SecondHeapPath=" + device.directory(), "-XX:-CreateCoredumpOnCrash", "-Xms256m", "-Xmx256m",
                    TestWritebackErrors.class.getName(), "child");
            Check.that(o.exit() != 0, "the program went on without its objects");
            o.lacks("^wrong").lacks("^end");
            o.has("second heap: writing moved objects back in SecondHeapPath=\\Q" + device.directory() + "\\E failed: ");
            o.has("choose another directory with -XX:SecondHeapPath");
        }
    }

    private static void child() throws InterruptedException {
        Object[] roots = Graphs.array(MB, i -> new byte[1 << 20]);
        for (int i = 0; i < roots.length; i++) {
            java.util.Arrays.fill((byte[]) roots[i], (byte) (i + 1));
        }
        long sum = Checksum.of(roots);
        H2.required();
        SecondHeap.tagRoots(roots, 1);
        SecondHeap.moveNow();
        for (int i = 0; i < 60; i++) {
            Thread.sleep(500);
            if (Checksum.of(roots) != sum) {
                System.out.println("wrong content");
            }
        }
        System.out.println("end");
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A file of H2 on a tmpfs, which is memory, is said to be so; one on a disk is not
 * @library /lib /hints
 * @run main TestH2InMemoryWarns
 */
import h2test.Check;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;

public class TestH2InMemoryWarns {
    private static final String WARNING = "\\[warning\\].*second heap is in memory";

    public static void main(String[] args) throws Exception {
        Path memory = Path.of("/dev/shm");
        if (!Files.isWritable(memory) || !Files.getFileStore(memory).type().equals("tmpfs")) {
            throw Check.skipped("no tmpfs to write to");
        }
        Vm.run("-XX:+UseParallelGC", "-XX:SecondHeapSize=32m", "-XX:SecondHeapPath=" + memory, "-version").exits(0).has(WARNING);
        if (!Files.getFileStore(Path.of(".")).type().equals("tmpfs")) {
            Vm.run("-XX:+UseParallelGC", "-XX:SecondHeapSize=32m", "-XX:SecondHeapPath=.", "-version").exits(0).lacks(WARNING);
        }
    }
}

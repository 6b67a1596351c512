// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Names of files that a program has looked for do not end it with OutOfMemoryError: the kernel gives them back, but only where the limit is
 *          reached, and control groups of version 1 do not tell them from what it cannot give back
 * @library /lib /hints
 * @run main/timeout=300 TestKernelMemory
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public class TestKernelMemory {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 400 * MB;
    private static final int NAMES = 700_000, ARRAY_MB = 215, HELD_MB = 150;

    private static volatile Object latest;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            look();
            return;
        }
        for (String policy : new String[] {"default", "paper"}) {
            try (ControlGroup group = ControlGroup.make("spillway-names", LIMIT);
                 Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-XX:SecondHeapSize=64m", "-XX:SecondHeapPath=.", "-XX:+UnlockDiagnosticVMOptions",
                         "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-ZapUnusedHeapArea", "-XX:+UseMemoryBalancer", "-XX:MemoryBalancerPolicy=" + policy, "-Xmx350m",
                         "-Xms16m", "-Xlog:balancer*=debug,gc", "-Ddev.spillway.management=false", "TestKernelMemory", "look")) {
                live.await("LOOKED");
                Path kernel = group.directory().resolve("memory.kmem.usage_in_bytes");
                if (Files.exists(kernel)) {
                    long bytes = Long.parseLong(Files.readString(kernel).strip());
                    Check.between(bytes, 180 * MB, LIMIT, "bytes of the kernel's memory, or the test asks for nothing");
                } else {
                    Check.partSkipped("the group is not of version 1: reclaimable memory of the kernel's does not count");
                }
                Outcome outcome = live.send("hold").finish().exits(0).has("HELD " + HELD_MB).lacks("OutOfMemoryError");
                if (Files.exists(kernel)) {
                    outcome.has("before an allocation fails");
                }
                Check.equal(group.kills(), 0L, "processes the kernel killed");
            }
        }
        refuse();
    }

    /** A heap at its largest size gets no more by what the kernel could give back. */
    private static void refuse() throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-names", LIMIT);
             Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-XX:SecondHeapSize=64m", "-XX:SecondHeapPath=.", "-XX:+UseMemoryBalancer", "-Xmx64m",
                     "-Xlog:balancer*=debug,gc", "-Ddev.spillway.management=false", "TestKernelMemory", "look")) {
            live.await("LOOKED");
            live.send("hold").finish().exits(1).has("OutOfMemoryError").lacks("before an allocation fails");
        }
    }

    private static void look() throws Exception {
        String padding = "x".repeat(100);
        for (int i = 0; i < NAMES; i++) {
            Check.that(!new File(padding + i).exists(), "there is such a file");
        }
        Thread.sleep(1500);      // a sample has seen it
        System.out.println("LOOKED");
        System.in.read();
        latest = new byte[ARRAY_MB << 20];      // wants more than half of what the kernel may give back
        latest = null;
        List<byte[]> held = new ArrayList<>();
        for (int i = 0; i < HELD_MB * 4; i++) {
            held.add(new byte[256 * 1024]);
        }
        System.out.println("HELD " + held.size() / 4);
    }
}

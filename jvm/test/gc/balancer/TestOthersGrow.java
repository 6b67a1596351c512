// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=once
 * @key root
 * @summary A child process or files in tmpfs grow beside a full heap in a real control group: the kernel kills stock, not the balancer's JVM
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestOthersGrow 1
 */
/*
 * @test id=soak
 * @key root soak
 * @summary The same five times, native memory and faster growth, too
 * @library /lib /hints
 * @build Job
 * @run main/timeout=1800 TestOthersGrow 5 400 1000
 */
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

public class TestOthersGrow {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 640 * MB;
    private static final int KILLED = 128 + 9;
    private static final int OTHERS_MB = 330;
    private static final int[] RATES = {50, 100, 200};      // MB a second

    public static void main(String[] args) throws Exception {
        int[] numbers = Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        int runs = numbers[0];
        int[] faster = Arrays.copyOfRange(numbers, 1, numbers.length);
        // In containers it often has 64 MB.
        if (Files.getFileStore(Path.of("/dev/shm")).getUsableSpace() < (OTHERS_MB + 50) * MB) {
            throw Check.skipped("/dev/shm has no room for " + OTHERS_MB + " MB");
        }
        stockIsKilled("child", 100);
        stockIsKilled("tmpfs", 100);
        for (int i = 0; i < runs; i++) {
            for (int rate : RATES) {
                survives("child", rate);
                survives("tmpfs", rate);
            }
            for (int rate : faster) {
                survives("native", rate);
            }
            if (faster.length > 0) {
                survives("tmpfs", faster[0]);
                survives("child", faster[0]);
            }
        }
    }

    private static String grow(String what, int rate) {
        return what + " " + OTHERS_MB + " " + rate + " storm 500 end";
    }

    private static void stockIsKilled(String what, int rate) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-stock", LIMIT);
             Live live = Vm.startIn(group, "-XX:+UseParallelGC", "-Xms64m", "-Xmx560m", "Job")) {
            live.await("READY");
            Outcome end = live.send("hold 100 storm 3000 " + grow(what, rate)).finish();
            Check.that(group.kills() > 0, "the kernel did not kill stock, so nothing was tested: " + end);
            end.exits(KILLED);
        }
    }

    private static void survives(String what, int rate) throws Exception {
        System.out.println(what + ", " + rate + " MB a second");
        try (ControlGroup group = ControlGroup.make("spillway-others", LIMIT);
             Live live = Vm.startIn(group, Vm.balancer("-Xmx560m", "-Xlog:gc", "Job"))) {
            live.await("READY");
            live.send("hold 100 storm 3000").await("DONE");
            live.await("DONE");
            Check.that(group.anonymous() > LIMIT - OTHERS_MB * MB, "the heap leaves room for what comes: " + group.anonymous() / MB + " MB");
            Outcome end = live.send(grow(what, rate)).finish();
            if (group.kills() > 0) {
                System.out.println(end.output());
            }
            Check.equal(group.kills(), 0L, "processes the kernel killed");
            end.exits(0).lacks("OutOfMemoryError");
            new Outcome(0, end.output().split("TAKES other memory")[1]).has("] shrink: ");
        }
    }
}

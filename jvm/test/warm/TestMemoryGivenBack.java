// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What a run has used of the heap is given back to the system before the next one
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestMemoryGivenBack
 */
import h2test.Check;
import h2test.WarmRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class TestMemoryGivenBack {
    private static final int RUNS = 3;

    public static void main(String[] args) {
        for (String collector : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            check(Program.class, "below", collector, "-Xms768m", "-Xmx768m", "-Xmn400m");
            check(OldProgram.class, "below", collector, "-Xms768m", "-Xmx768m", "-Xmn100m");
            check(Program.class, "above", collector, "-Xms768m", "-Xmx768m", "-XX:+AlwaysPreTouch");
        }
    }

    private static void check(Class<?> program, String expected, String... options) {
        String output = new WarmRuns(program, RUNS).warm(options).exits(0).output();
        Check.equal(output, "1: " + expected + " 250 MB\n2: " + expected + " 250 MB\n", program + " with " + List.of(options));
    }

    /** Leaves its garbage in the young generation. */
    public static class Program {
        public static void main(String[] args) throws IOException {
            printSize(args[0]);
            use(new byte[300][], 300);
        }
    }

    /** Leaves its garbage in the old generation. */
    public static class OldProgram {
        public static void main(String[] args) throws IOException {
            printSize(args[0]);
            use(new byte[500][], 1500);
        }
    }

    // Not in the first run: a debug VM fills free memory with a pattern, from its start on.
    private static void printSize(String run) throws IOException {
        String resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("RssAnon:")).findFirst().orElseThrow();
        long megabytes = Long.parseLong(resident.replaceAll("\\D", "")) >> 10;
        if (!run.equals("0")) {
            System.out.println(run + ": " + (megabytes < 250 ? "below" : "above") + " 250 MB");
        }
    }

    private static void use(byte[][] kept, int megabytes) {
        for (int i = 0; i < megabytes; i++) {
            kept[i % kept.length] = new byte[1 << 20];
        }
    }
}

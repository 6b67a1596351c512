// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What a run has used of the heap is given back to the system before the next one
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestMemoryGivenBack
 */
import h2test.WarmRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class TestMemoryGivenBack {
    private static final int RUNS = 3;

    public static void main(String[] args) {
        for (String collector : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            new WarmRuns(Program.class, RUNS).sameAsCold(collector, "-Xms768m", "-Xmx768m", "-Xmn400m");
            new WarmRuns(OldProgram.class, RUNS).sameAsCold(collector, "-Xms768m", "-Xmx768m", "-Xmn100m");
        }
    }

    /** Leaves its garbage in the young generation. */
    public static class Program {
        public static void main(String[] args) throws IOException {
            printWhetherSmall();
            use(new byte[300][], 300);
        }
    }

    /** Leaves its garbage in the old generation. */
    public static class OldProgram {
        public static void main(String[] args) throws IOException {
            printWhetherSmall();
            use(new byte[500][], 1500);
        }
    }

    private static void printWhetherSmall() throws IOException {
        String resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("RssAnon:")).findFirst().orElseThrow();
        long megabytes = Long.parseLong(resident.replaceAll("\\D", "")) >> 10;
        // A debug VM fills free memory with a pattern, from its start on.
        boolean known = System.getProperty("jdk.debug").equals("release");
        System.out.println("below 250 MB: " + (!known || megabytes < 250 ? "yes" : "no, " + megabytes));
    }

    private static void use(byte[][] kept, int megabytes) {
        for (int i = 0; i < megabytes; i++) {
            kept[i % kept.length] = new byte[1 << 20];
        }
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A server that was asked for no collector has room for what fits G1's heap, whatever the sizes that are asked for
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=240 TestHeapInPlaceOfG1
 */
import h2test.Check;
import h2test.WarmRuns;
import java.util.List;

public class TestHeapInPlaceOfG1 {
    private static final int RUNS = 2;

    public static void main(String[] args) {
        check(64, "-Xmx64m");
        check(64, "-Xms64m", "-Xmx64m");
        check(48, "-Xms7m", "-Xmx47m");
        check(4097, "-Xmx4097m", "-Xms4097m", "-XX:-UseCompressedOops");
        check(32, "-Xmx32m", "-XX:ObjectAlignmentInBytes=16");
    }

    // G1's regions are one megabyte or, above 4 GB, four; a page of its card table is for two.
    private static void check(int most, String... options) {
        int expected = most > 4096 ? (most + 3) / 4 * 4 : most;
        String line = "max " + expected + " MB, array\n";
        Check.equal(new WarmRuns(Program.class, RUNS).warm(options).exits(0).output(), line.repeat(RUNS), List.of(options).toString());
    }

    /** Takes most of a small heap in one array. */
    public static class Program {
        public static void main(String[] args) {
            long most = Runtime.getRuntime().maxMemory() >> 20;
            byte[] array = new byte[(int) Math.min(most * 85 / 100, 100) << 20];
            System.out.println("max " + most + " MB, " + (array.length > 0 ? "array" : "none"));
        }
    }
}

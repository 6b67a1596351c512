// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A large H2 costs a compressed-oops mode only with a line that says which and what would keep it; moves work in each
 * @library /lib /hints
 * @run main TestCompressedOopsModes
 */
import h2test.Graphs;
import h2test.H2;
import h2test.Outcome;
import h2test.Vm;

public class TestCompressedOopsModes {
    public static void main(String[] args) {
        if (args.length > 0) {
            H2.moved(Graphs.of(Graphs.Shape.MAP, 5000, 1), 1);
            return;
        }
        run("64m").has("Compressed Oops mode: 32-bit").lacks("(?i)compressed oops.*(lost|lose|disable|keep)");
        run("4g").has("Compressed Oops mode: Zero based");
    }

    private static Outcome run(String size) {
        return Vm.runH2("-XX:SecondHeapSize=" + size, "-Xlog:gc+heap+coops=debug", TestCompressedOopsModes.class.getName(), "child").exits(0);
    }
}

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
import java.util.ArrayList;
import java.util.List;

public class TestCompressedOopsModes {
    private static final String ANY_LOSS = "(?i)compressed oops.*(lost|lose|disable|keep)";

    public static void main(String[] args) {
        if (args.length > 0) {
            H2.moved(Graphs.of(Graphs.Shape.MAP, 5000, 1), 1);
            return;
        }
        run("64m").has("Compressed Oops mode: 32-bit").lacks(ANY_LOSS);
        run("4g").has("Compressed Oops mode: Zero based").has("lose the compressed oops mode '32-bit' and use 'Zero based'.*most 2048M");
        // H1 is only reserved here: neither needs memory.
        run("2g", "-Xmx29g").has("\\[warning\\].*lose the compressed oops mode 'Zero based'.*most 30720M");
        run("2g", "-Xmx31g").has("\\[warning\\].*too large for compressed oops.*smaller SecondHeapSize");
        run("2g", "-Xmx31g", "-XX:+UseCompressedOops").has("\\[warning\\].*too large for compressed oops.*at most 327\\d\\dM together");
        run("2g", "-Xmx31g", "-XX:ObjectAlignmentInBytes=16").has("Compressed Oops mode: (Zero|Non-zero) based").lacks("too large");
        run("64m", "-Xmx31g", "-XX:-UseCompressedOops").lacks(ANY_LOSS);
    }

    private static Outcome run(String size, String... more) {
        List<String> options = new ArrayList<>(List.of("-XX:SecondHeapSize=" + size, "-Xlog:gc+heap+coops=debug"));
        options.addAll(List.of(more));
        options.addAll(List.of(TestCompressedOopsModes.class.getName(), "child"));
        return Vm.runH2(options.toArray(new String[0])).exits(0);
    }
}

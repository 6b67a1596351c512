// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Beside a large H2 a default H1 shrinks a little, and says so, or keeps its size and gives up compressed oops
 * @library /lib /hints
 * @run main TestDefaultHeapBesideLargeH2
 */
import h2test.Check;
import h2test.Outcome;
import h2test.Vm;
import java.util.ArrayList;
import java.util.List;

/** The default size of H1 shrank without a word, down to nothing, when H2 took most of the compressed-oops window. */
public class TestDefaultHeapBesideLargeH2 {
    // A default of 2 GB on every machine; the base address leaves a window of 3 GB to both heaps, so that small files do.
    private static final String[] MACHINE = {"-XX:ErgoHeapSizeLimit=2g", "-XX:HeapBaseMinAddress=29g", "-XX:+PrintFlagsFinal", "-version"};

    public static void main(String[] args) {
        long stock = maxHeapMb(run());
        Check.between(stock, 2000L, 2048L, "MB of stock's default");
        Outcome little = run("-XX:SecondHeapSize=1536m").has("\\[warning\\].*default size of the first heap is \\d+M instead of \\d+M")
                .has("bool UseCompressedOops += true");
        Check.between(maxHeapMb(little), 1400L, 1536L, "MB beside 1.5 GB of H2");
        Outcome much = run("-XX:SecondHeapSize=2560m").has("\\[warning\\].*too large for compressed oops")
                .has("bool UseCompressedOops += false");
        Check.equal(maxHeapMb(much), stock, "MB beside 2.5 GB of H2");
        Outcome asked = run("-XX:SecondHeapSize=2560m", "-XX:+UseCompressedOops").has("\\[warning\\].*default size of the first heap is");
        Check.between(maxHeapMb(asked), 1L, 512L, "MB beside 2.5 GB of H2 with compressed oops asked for");
        run("-XX:SecondHeapSize=64m", "-Xmx512m").lacks("default size of the first heap");
    }

    private static Outcome run(String... more) {
        // Without the options of the test run, which set sizes.
        List<String> options = new ArrayList<>(List.of("-XX:+UseParallelGC"));
        options.addAll(List.of(more));
        if (more.length > 0) {
            options.add("-XX:SecondHeapPath=.");
        }
        options.addAll(List.of(MACHINE));
        return Vm.tool("java", options.toArray(new String[0])).exits(0);
    }

    private static long maxHeapMb(Outcome outcome) {
        String line = outcome.output().lines().filter(l -> l.contains(" MaxHeapSize ")).findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll(".*= *(\\d+).*", "$1")) >> 20;
    }
}

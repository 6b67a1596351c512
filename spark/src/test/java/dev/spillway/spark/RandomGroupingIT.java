// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.RandomGrouping;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random jobs give what stock Spark gives. A seed that fails is in the message: -Dspillway.seed=N runs it again. */
class RandomGroupingIT {
    private static final int JOBS = SparkHome.jobs(36);
    private static final String KRYO = "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer";
    private static final String JAVA = "-Dspark.serializer=org.apache.spark.serializer.JavaSerializer";
    private static final String[] OFF = {"-Dspark.spillway.leakyBuffer.enabled=false", "-Dspark.spillway.eagerSpill.enabled=false"};

    // So little that reduce tasks spill.
    private static final String[] SMALL = {"-Dspark.memory.fraction=0.01", "-Dspark.shuffle.spill.initialMemoryThreshold=1"};

    private static final String[] LOW = {"-Dspark.spillway.eagerSpill.initialFraction=0.001", "-Dspark.spillway.eagerSpill.minSize=64k"};

    /** Of a run with settings of its own against the sums of stock Spark. */
    private interface Check {
        void run(Path jdk, List<String> stock);
    }

    private final long seed = Long.getLong("spillway.seed", System.nanoTime() % 1_000_000_000);

    @ParameterizedTest
    @MethodSource("dev.spillway.spark.SparkHome#releases")
    void randomJobsEqualStockWithAndWithoutSpills(int release) {
        Path jdk = SparkHome.jdk(release);
        List<String> stock = sums(run(jdk, "-Dspark.memory.fraction=0.6", OFF[0], OFF[1]));
        List<Check> all = List.of(this::ampleMemory, this::littleMemory, this::papersLaw, this::defaultLaw);
        int first = (int) (seed % all.size());
        // In a short run one, which the seed chooses: each has its turn.
        for (int i = 0; i < (SparkHome.full() ? all.size() : 1); i++) {
            all.get((first + i) % all.size()).run(jdk, stock);
        }
    }

    private void ampleMemory(Path jdk, List<String> stock) {
        JvmProcess.Result ample = run(jdk, "-Dspark.memory.fraction=0.6", "-Dspark.spillway.leakyBuffer.wireFormat=prefix");
        assertEquals(stock, sums(ample), () -> "seed " + seed);
        assertOver(JOBS / 3, ample, "leaky.tasks");
    }

    private void littleMemory(Path jdk, List<String> stock) {
        JvmProcess.Result small = run(jdk, SMALL[0], SMALL[1], "-Dspark.spillway.leakyBuffer.streamGroups=" + List.of("true", "auto", "false").get((int) (seed / 4 % 3)));
        assertEquals(stock, sums(small), () -> "seed " + seed);
        assertOver(JOBS / 3, small, "leaky.tasks");
        assertOver(0, small, "leaky.spills");
    }

    private void papersLaw(Path jdk, List<String> stock) {
        JvmProcess.Result paper = run(jdk, SMALL[0], SMALL[1], JAVA, "-Dspark.spillway.leakyBuffer.javaSerializerShare=0", "-Dspark.spillway.eagerSpill.law=paper", LOW[0]);
        assertEquals(stock, sums(paper), () -> "Java's serializer and the paper's law, seed " + seed);
        assertOver(JOBS, paper, "eager.spillers");
    }

    private void defaultLaw(Path jdk, List<String> stock) {
        // Memory is ample: what spills does so at its threshold.
        JvmProcess.Result eager = run(jdk, "-Dspark.memory.fraction=0.6", SMALL[1], "-Dspark.spillway.eagerSpill.calmShare=0", LOW[0], LOW[1]);
        assertEquals(stock, sums(eager), () -> "default law, seed " + seed);
        for (String spiller : new String[] {"LeakyMap", "UnsafeExternalSorter"}) {
            assertOver(0, eager, "eager.spills." + spiller);
        }
    }

    private void assertOver(long least, JvmProcess.Result run, String metric) {
        assertTrue(Long.parseLong(run.value(metric)) > least, () -> metric + ", seed " + seed + "\n" + run.output());
    }

    private JvmProcess.Result run(Path jdk, String... options) {
        // Small pages, so that sorts of rows find enough of them in little memory, and so that thresholds, which are at least two, are small.
        return SparkHome.jvm(jdk).options("-Xmx512m", KRYO, "-Dspark.buffer.pageSize=64k").options(options)
                .run(RandomGrouping.class.getName(), Long.toString(seed), Integer.toString(JOBS)).succeeded();
    }

    private static List<String> sums(JvmProcess.Result run) {
        List<String> sums = IntStream.range(0, JOBS).boxed()
                .flatMap(i -> RandomGrouping.hasQuery(i) ? Stream.of("job" + i, "query" + i) : Stream.of("job" + i)).map(run::value).toList();
        assertTrue(sums.stream().noneMatch(sum -> sum == null), run.output());
        return sums;
    }
}

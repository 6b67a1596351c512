// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.RandomGrouping;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random jobs give what stock Spark gives. A seed that fails is in the message: -Dspillway.seed=N runs it again. */
class RandomGroupingIT {
    private static final int JOBS = 40;
    private static final String KRYO = "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer";
    private static final String JAVA = "-Dspark.serializer=org.apache.spark.serializer.JavaSerializer";
    private static final String[] OFF = {"-Dspark.spillway.leakyBuffer.enabled=false", "-Dspark.spillway.eagerSpill.enabled=false"};

    // So little that reduce tasks spill.
    private static final String[] SMALL = {"-Dspark.memory.fraction=0.01", "-Dspark.shuffle.spill.initialMemoryThreshold=1"};

    private final long seed = Long.getLong("spillway.seed", System.nanoTime() % 1_000_000_000);

    @Test
    void randomJobsEqualStockWithAndWithoutSpills() {
        List<String> stock = sums(run("-Dspark.memory.fraction=0.6", OFF[0], OFF[1]));
        JvmProcess.Result ample = run("-Dspark.memory.fraction=0.6", "-Dspark.spillway.leakyBuffer.wireFormat=prefix");
        assertEquals(stock, sums(ample), () -> "seed " + seed);
        assertTrue(Long.parseLong(ample.value("leaky.tasks")) > JOBS, () -> "seed " + seed + "\n" + ample.output());
        JvmProcess.Result small = run(SMALL[0], SMALL[1], "-Dspark.spillway.leakyBuffer.streamGroups=" + List.of("true", "auto", "false").get((int) (seed % 3)));
        assertEquals(stock, sums(small), () -> "seed " + seed);
        assertTrue(Long.parseLong(small.value("leaky.tasks")) > JOBS, () -> "seed " + seed + "\n" + small.output());
        assertTrue(Long.parseLong(small.value("leaky.spills")) > 0, () -> "seed " + seed + "\n" + small.output());
        JvmProcess.Result eager = run(SMALL[0], SMALL[1], JAVA, "-Dspark.spillway.eagerSpill.law=paper",
                "-Dspark.spillway.eagerSpill.initialFraction=0.001");
        assertEquals(stock, sums(eager), () -> "Java's serializer and eager spill, seed " + seed);
        assertTrue(Long.parseLong(eager.value("eager.spillers")) > JOBS, () -> "seed " + seed + "\n" + eager.output());
    }

    private JvmProcess.Result run(String... options) {
        return SparkHome.jvm(Jdks.own()).options("-Xmx512m", KRYO).options(options)
                .run(RandomGrouping.class.getName(), Long.toString(seed), Integer.toString(JOBS)).succeeded();
    }

    private static List<String> sums(JvmProcess.Result run) {
        List<String> sums = IntStream.range(0, JOBS).mapToObj(i -> run.value("job" + i)).toList();
        assertTrue(sums.stream().noneMatch(sum -> sum == null), run.output());
        return sums;
    }
}

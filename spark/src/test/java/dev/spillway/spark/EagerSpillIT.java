// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.CarriedThresholds;
import dev.spillway.spark.programs.Sorting;
import dev.spillway.spark.programs.SortingTwice;
import dev.spillway.spark.programs.SortedCombiners;
import dev.spillway.spark.programs.SortsThatFit;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spill thresholds that change inside running tasks give the results of stock Spark. */
class EagerSpillIT {
    private static final String ON = "-Dspark.spillway.eagerSpill.enabled=true";

    private static final String RECORDS = "150000";
    private static final String MANY = "450000";

    // Such a young generation is collected all the time, and copies what a task holds.
    private static final String[] PRESSURE = {ON, "-Xms500m", "-Xmx500m", "-Xmn16m", "-XX:+UseParallelGC"};

    // Where rows do not matter.
    private static final String WITHOUT_ROWS = "rdds";

    private static Map<String, String> stock;

    @BeforeAll
    static void runStock() {
        stock = sums(run("-Dspark.spillway.eagerSpill.enabled=false"));
    }

    @ParameterizedTest
    @MethodSource("dev.spillway.spark.SparkHome#releases")
    void everySpillerSpillsAtThePapersThresholdsWithStocksResults(int release) {
        JvmProcess.Result run = runOn(SparkHome.jdk(release), ON, "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.eagerSpill.minSize=64k",
                "-Dspark.spillway.eagerSpill.initialFraction=0.001");
        assertEquals(stock, sums(run));
        assertEquals("1", run.value("eager.state"), run.output());
        for (String spiller : Sorting.SPILLERS) {
            assertTrue(early(run, spiller) > 0, spiller + "\n" + run.output());
        }
    }

    @Test
    @Tag("long")
    void sortersOutsideTheHeapAreLeftAlone() {
        JvmProcess.Result run = run(ON, "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.eagerSpill.minSize=64k",
                "-Dspark.spillway.eagerSpill.initialFraction=0.001", "-Dspark.memory.offHeap.enabled=true",
                "-Dspark.memory.offHeap.size=400m");
        assertEquals(stock, sums(run));
        assertEquals(0, spills(run, "UnsafeExternalSorter") + spills(run, "ShuffleExternalSorter"), run.output());
        assertTrue(early(run, "ExternalSorter") > 0, run.output());
    }

    @Test
    void aSecondContextOfAJvmCanSwitchItOn() {
        JvmProcess.Result run = start(Jdks.own(), SortingTwice.class, "50000", "-Dspark.spillway.eagerSpill.law=paper",
                "-Dspark.spillway.eagerSpill.minSize=64k", "-Dspark.spillway.eagerSpill.initialFraction=0.001");
        String[] contexts = run.output().split("second context");
        assertTrue(contexts[0].contains("eager.state=0") && contexts[0].contains("eager.spills.ExternalSorter=-2"), run.output());
        assertTrue(contexts[1].contains("eager.state=1"), run.output());
        assertTrue(Pattern.compile("eager.spills.ExternalSorter=[1-9]").matcher(contexts[1]).find(), run.output());
    }

    @Test
    void underPressureSortersSpillWithNoSetting() {
        JvmProcess.Result run = sorting(MANY, PRESSURE);
        assertTrue(early(run, "ExternalSorter") > 0, run.output());
        assertEquals(sums(sorting(MANY, "-Dspark.spillway.eagerSpill.enabled=false")), sums(run));
    }

    // EquilibriumTest and RecordedTraceTest have thresholds that fall without a JVM for it.
    @Test
    @Tag("long")
    void underPressureThresholdsFall() {
        // Whether a spill takes less than ten times what collections took depends on the disk; at fifty times it does not.
        String[] options = Arrays.copyOf(PRESSURE, PRESSURE.length + 1);
        options[PRESSURE.length] = "-Dspark.spillway.eagerSpill.gcRatio=0.02";
        JvmProcess.Result run = sorting(MANY, options);
        assertTrue(Long.parseLong(run.value("eager.falls")) > 0, run.output());
        assertEquals(sums(sorting(MANY, "-Dspark.spillway.eagerSpill.enabled=false")), sums(run));
    }

    @Test
    @Tag("long")
    void whereMemoryIsAmpleItSpillsNothingWithNoSetting() {
        JvmProcess.Result run = start(Jdks.own(), Sorting.class, RECORDS, ON, "-Xmx2g", "-Xmn1500m");
        assertEquals(stock, sums(run));
        assertEquals(0, allSpills(run), run.output());
        assertTrue(Long.parseLong(run.value("eager.spillers")) > 10, run.output());
    }

    @Test
    @Tag("long")
    void theDefaultLawSpillsLessWhereCollectionsCostLittle() {
        JvmProcess.Result run = run(ON, "-Dspark.spillway.eagerSpill.calmShare=1.0", "-Dspark.spillway.eagerSpill.minSize=1m",
                "-Dspark.spillway.eagerSpill.initialFraction=0.001");
        assertEquals(stock, sums(run));
        assertEquals(0, allSpills(run), "memory is ample\n" + run.output());
        assertTrue(Long.parseLong(run.value("eager.spillers")) > 10, run.output());
        assertTrue(Long.parseLong(run.value("eager.raises")) > 0, run.output());
    }

    @Test
    void sortsWhoseDataWillNotFitSpillInSmallPiecesThoughCollectionsCostNothing() {
        String[] options = {"-Dspark.memory.fraction=0.02", "-Dspark.spillway.eagerSpill.calmShare=1.0", "-Dspark.spillway.eagerSpill.minSize=256k",
            "-Dspark.spillway.eagerSpill.minFraction=0"};
        JvmProcess.Result run = sorting(RECORDS, options);
        Map<String, String> expected = new TreeMap<>(stock);
        expected.remove("rows");
        assertEquals(expected, sums(run));
        // What Spark's memory makes them spill is a few spills of several MB.
        assertTrue(early(run, "ExternalSorter") > 12, run.output());
    }

    @Test
    @Tag("long")
    void aTaskThatRunsAloneMayHoldWhatAllSlotsTogetherMay() {
        // Some 90 MB, which is more than an eighth of Spark's memory and less than a third.
        JvmProcess.Result run = SparkHome.jvm(Jdks.own()).options("-Xmx1g", "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer", "-Dspark.master=local[8]",
                "-Dspark.shuffle.spill.initialMemoryThreshold=1", "-Dspark.sql.shuffle.partitions=1", "-Dspark.spillway.eagerSpill.calmShare=1.0")
                .run(Sorting.class.getName(), "450000", "1").succeeded();
        assertEquals("ok", run.value("end"), run.output());
        assertEquals(0, spills(run, "ExternalSorter"), run.output());
        assertTrue(Long.parseLong(run.value("eager.spillers")) > 0, run.output());
    }

    @Test
    void sortersThatReadMuchAndHoldLittleDoNotSpill() {
        JvmProcess.Result run = start(Jdks.own(), SortsThatFit.class, "", "-Dspark.memory.fraction=0.02", "-Dspark.spillway.eagerSpill.calmShare=1.0",
                "-Dspark.spillway.eagerSpill.minSize=128k", "-Dspark.spillway.eagerSpill.minFraction=0");
        assertEquals("3000", run.value("keys"), run.output());
        assertEquals("400000", run.value("sorted"), run.output());
        assertEquals("20000", run.value("beside"), run.output());
        assertEquals("0", run.value("spills.CombiningSorter"), run.output());
        assertEquals("0", run.value("spills.ExternalSorter"), run.output());
        assertTrue(Long.parseLong(run.value("spillers")) >= 34, run.output());
    }

    /** As Spark's own map, which they take the place of: stock needs no serializer for what a reduce task combines to and holds. */
    @Test
    void combinersOfReduceTasksThatCannotBeSerializedAreNotSpilled() {
        JvmProcess.Result run = start(Jdks.own(), SortedCombiners.class, "", "-Xmn32m", "-Dspark.spillway.eagerSpill.calmShare=0.000001",
                "-Dspark.spillway.eagerSpill.initialFraction=0.001", "-Dspark.spillway.eagerSpill.minSize=128k", "-Dspark.spillway.eagerSpill.minFraction=0");
        assertEquals("400000", run.value("combined"), run.output());
        assertEquals("0", run.value("spills.CombiningSorter"), run.output());
        assertTrue(Long.parseLong(run.value("spillers")) >= 2, run.output());
    }

    // RandomGroupingIT's default law covers part of it in a quarter of the short runs.
    @Test
    @Tag("long")
    void theDefaultLawSpillsAtEachThresholdIfToldTo() {
        JvmProcess.Result run = run(ON, "-Dspark.spillway.eagerSpill.calmShare=0", "-Dspark.spillway.eagerSpill.gcRatio=100",
                "-Dspark.spillway.eagerSpill.initialFraction=0.001", "-Dspark.spillway.eagerSpill.minSize=1m");
        assertEquals(stock, sums(run));
        assertTrue(allSpills(run) > 5, run.output());
    }

    @Test
    @Tag("long")
    void aThresholdOfTheUsersOwnStays() {
        JvmProcess.Result run = run(ON, "-Dspark.shuffle.spill.numElementsForceSpillThreshold=100000");
        assertEquals(stock, sums(run));
        assertEquals("0", run.value("eager.spillers"), run.output());
        assertTrue(Long.parseLong(run.value("eager.fallBacks.userThreshold")) > 10, run.output());
    }

    @Test
    @Tag("long")
    void sortersWhosePagesAreNotInTheHeapAreLeftToSpark() {
        JvmProcess.Result run = run("-Dspark.spillway.eagerSpill.law=paper", "-Dspark.memory.offHeap.enabled=true", "-Dspark.memory.offHeap.size=200m");
        assertEquals(stock, sums(run));
        assertTrue(Long.parseLong(run.value("eager.fallBacks.offHeap")) > 0 && Long.parseLong(run.value("eager.spillers")) > 0, run.output());
        assertEquals("0", run.value("eager.fallBacks.userThreshold"), run.output());
    }

    @Test
    @Tag("long")
    void anExecutorBeginsAStageWhereATaskOfAnotherOneEnded(@TempDir Path directory) {
        JvmProcess.Result run = ClusterGroupingIT.localCluster("copy")
                .options(ON, "-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.eagerSpill.minSize=64k",
                        "-Dspark.spillway.eagerSpill.initialFraction=0.001")
                .run(CarriedThresholds.class.getName(), directory.toString()).succeeded();
        assertEquals("100000 keys", run.value("result"), run.output());
        assertEquals("[0, 1]", run.value("carried"), run.output());
        assertEquals("[1, 1]", run.value("state"), run.output());
    }

    @Test
    void whereItIsOffSparksOwnMapMergesAsInStock() {
        // Its classes are rewritten all the same in local mode; with a threshold of the user's the map spills.
        JvmProcess.Result run = sorting("20000", "-Dspark.spillway.eagerSpill.enabled=false", "-Dspark.shuffle.spill.numElementsForceSpillThreshold=2000");
        long parts = Pattern.compile("Double NaN").matcher(run.value("oddKeys")).results().count();
        assertTrue(parts > 1, "one for each spill\n" + run.output());
    }

    private static JvmProcess.Result run(String... options) {
        return runOn(Jdks.own(), options);
    }

    private static JvmProcess.Result runOn(Path jdk, String... options) {
        return start(jdk, Sorting.class, RECORDS, options);
    }

    private static JvmProcess.Result sorting(String records, String... options) {
        return jvm(Jdks.own(), options).run(Sorting.class.getName(), records, "2", WITHOUT_ROWS).succeeded();
    }

    private static JvmProcess.Result start(Path jdk, Class<?> program, String records, String... options) {
        return jvm(jdk, options).run(program.getName(), records, "2").succeeded();
    }

    private static JvmProcess jvm(Path jdk, String... options) {
        return SparkHome.jvm(jdk).options("-Xmx1g", "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer")
                .options("-Dspark.shuffle.spill.initialMemoryThreshold=1", "-Dspark.sql.shuffle.partitions=2",
                        // Thresholds are at least two pages.
                        "-Dspark.buffer.pageSize=256k").options(options);
    }

    /** Spills at a threshold: others are Spark's own, for want of memory. */
    private static long early(JvmProcess.Result run, String spiller) {
        return Long.parseLong(run.value("eager.early." + spiller));
    }

    private static long spills(JvmProcess.Result run, String spiller) {
        return Math.max(0, Long.parseLong(run.value("eager.spills." + spiller)));
    }

    private static long allSpills(JvmProcess.Result run) {
        return Sorting.SPILLERS.stream().mapToLong(spiller -> spills(run, spiller)).sum();
    }

    private static Map<String, String> sums(JvmProcess.Result run) {
        Map<String, String> sums = new TreeMap<>();
        for (String name : new String[] {"sortByKey", "reduceByKey", "nullKeys", "oddKeys", "serialized"}) {
            sums.put(name, run.value(name));
        }
        if (run.output().lines().anyMatch(line -> line.startsWith("rows="))) {
            sums.put("rows", run.value("rows"));
        }
        assertEquals("ok", run.value("end"), run.output());
        return sums;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.spillway.spark.programs.Grouping;
import dev.spillway.spark.programs.GroupingTwice;
import dev.spillway.spark.programs.KilledGrouping;
import dev.spillway.spark.programs.LoadedBefore;
import dev.spillway.spark.programs.MetricSinks;
import dev.spillway.spark.programs.RegisteredGrouping;
import dev.spillway.spark.programs.UnfitGroup;
import dev.spillway.spark.programs.UnlistedGrouping;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Grouping and joining with values as bytes gives what stock Spark gives. */
class GroupingIT {
    static final String KRYO = "-Dspark.serializer=org.apache.spark.serializer.KryoSerializer";
    static final String[] OFF = {"-Dspark.spillway.leakyBuffer.enabled=false", "-Dspark.spillway.eagerSpill.enabled=false"};
    private static final String JAVA = "-Dspark.serializer=org.apache.spark.serializer.JavaSerializer";
    private static final String SHARE = "-Dspark.spillway.leakyBuffer.javaSerializerShare=";
    // So little that reduce tasks spill.
    private static final String[] SMALL = {"-Xmx512m", "-Dspark.memory.fraction=0.01", "-Dspark.shuffle.spill.initialMemoryThreshold=1"};

    private static final String LONG = "long ";
    private static final String JAVA_17 = "17 " + JAVA + " " + SHARE + 0;

    // In a short run so many that reduce tasks spill.
    private static final int PAIRS = SparkHome.full() ? 250_000 : 160_000;
    private static final String RECORDS = Integer.toString(PAIRS);

    private static Map<String, String> stock;

    // With memory enough not to spill: Spark's own map takes the null key for the smallest when it sorts a run and for a zero
    // when it merges runs, so that groups of a run with a null key may come out in two parts.
    @BeforeAll
    static void runStock() {
        stock = sums(run(Jdks.own(), "-Dspark.memory.fraction=0.6", OFF[0], OFF[1]));
    }

    /** A JDK and options each; a short run leaves out those whose parts others have. */
    static Stream<String> settings() {
        return Stream.of(
                LONG + "17 -Dspark.spillway.leakyBuffer.wireFormat=copy -Dspark.io.encryption.enabled=true -Dspark.kryo.referenceTracking=false",
                LONG + "17 -Dspark.spillway.leakyBuffer.wireFormat=prefix -Dspark.shuffle.spill.compress=false -Dspark.kryo.pool=false",
                // Streamed groups that are cached move to the second heap; two tasks that begin to cache do not have a megabyte each.
                "spillway -Dspark.spillway.leakyBuffer.streamGroups=true -Dspark.shuffle.sort.bypassMergeThreshold=1"
                        + " -Dspark.storage.unrollMemoryThreshold=65536"
                        + " -XX:+UseParallelGC -XX:SecondHeapSize=512m -XX:SecondHeapPath=target -XX:SecondHeapMoveTrigger=64k",
                "25 -Dspark.spillway.leakyBuffer.wireFormat=prefix -Dspark.spillway.leakyBuffer.streamGroups=true -Dspark.kryo.unsafe=false"
                        + " -Dspark.kryo.registrationRequired=true -Dspark.kryo.classesToRegister=dev.spillway.spark.leaky.StreamedGroup,"
                        + "scala.reflect.ManifestFactory$AnyManifest",
                JAVA_17)
                .filter(setting -> SparkHome.full() || !setting.startsWith(LONG)).map(setting -> setting.replace(LONG, ""));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everyOperationEqualsStockWithSpills(String jdkAndOptions) {
        String[] options = jdkAndOptions.split(" ");
        Path jdk = switch (options[0]) {
            case "17" -> Jdks.own();
            case "25" -> Jdks.stock25();
            default -> Jdks.spillway();
        };
        options[0] = "-Dtest.jdk=" + options[0];
        JvmProcess.Result run = run(jdk, options);
        assertEquals(stock, sums(run), jdkAndOptions);
        assertTrue(number(run, "leaky.tasks") >= 20, run.output());
        // An intersection into four partitions; a subtraction into two, which stays stock with Java's serializer.
        assertEquals(jdkAndOptions.contains("JavaSerializer") ? 4 : 6, number(run, "leaky.sets"), run.output());
        // A task that runs alone has all of the memory: with Java's serializer 9 if none overlap, and 10 to 15 as they happen to.
        int fewest = jdkAndOptions.contains("JavaSerializer") ? 9 : 11;
        assertTrue(number(run, "leaky.spills") >= fewest && number(run, "leaky.spillMillis") > 0, "spills in " + run.output());
        assertEquals(jdkAndOptions.contains("streamGroups=true") ? 1 : 0, number(run, "streamed"), run.output());
        assertEquals(jdkAndOptions.contains("SecondHeapSize"), number(run, "movedToSecondHeap") > 0, run.output());
        assertEquals(jdkAndOptions.contains("streamGroups=true"), number(run, "filesOfCached") > 0, run.output());
        assertEquals(0, number(run, "filesOfDropped"), "files of groups that nothing refers to\n" + run.output());
    }

    static Stream<Arguments> subtractions() {
        Stream<Arguments> all = Stream.of(arguments(true, 0, 2000, 2, 6), arguments(true, 100, 1, 2, 6), arguments(true, 100, 2000, 0, 8), arguments(false, 0, 2000, 0, 8));
        return all.limit(SparkHome.full() ? 4 : 2);
    }

    @ParameterizedTest
    // Of shuffles with more partitions than the third Spark keeps averages, which do not tell that a task reads little.
    @MethodSource("subtractions")
    void subtractionsLittleAndTypesThatCannotBeEncodedAgainStayStock(boolean reencodes, int share, int partitions, int leaky, int stock) {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own()).options(SMALL)
                .options(JAVA, "-Dspark.spillway.leakyBuffer.javaSerializer=" + reencodes, SHARE + share,
                        "-Dspark.shuffle.minNumPartitionsToHighlyCompress=" + partitions)
                .run(UnlistedGrouping.class.getName()).succeeded();
        assertEquals("true true true true", run.value("right"), run.output());
        assertEquals(leaky, number(run, "leaky.tasks"), run.output());
        assertEquals(stock, number(run, "leaky.stockTasks"), run.output());
        assertEquals("[]", run.value("files"), "spill files of a read that was given up");
        assertTrue(run.output().contains("spark.serializer is Java's: only of primitives, strings"), run.output());
    }

    @Test
    @Tag("long")
    void whatSerializersOfARegistratorWroteIsKeptAsBytes() {
        JvmProcess.Result stock = runRegistered("-Dspark.memory.fraction=0.6", OFF[0], OFF[1]);
        for (String wireFormat : new String[] {"copy", "prefix"}) {
            JvmProcess.Result run = runRegistered("-Dspark.spillway.leakyBuffer.wireFormat=" + wireFormat);
            assertEquals(stock.value("grouped"), run.value("grouped"), wireFormat);
            assertEquals(stock.value("joined"), run.value("joined"), wireFormat);
            assertEquals(5, number(run, "leaky.tasks"), run.output());
            assertTrue(number(run, "leaky.spills") > 0, run.output());
        }
    }

    private static JvmProcess.Result runRegistered(String... options) {
        return SparkHome.jvm(Jdks.own()).options(SMALL).options(KRYO, "-Dspark.kryo.registrator=" + RegisteredGrouping.Registrator.class.getName())
                .options(options).run(RegisteredGrouping.class.getName()).succeeded();
    }

    @Test
    void aKilledTaskDoesNotDecodeTheRestOfItsGroup() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own())
                .options("-Xmx512m", KRYO, "-Dspark.spillway.leakyBuffer.wireFormat=prefix")
                .run(KilledGrouping.class.getName()).succeeded();
        assertEquals("true", run.value("cancelled"), run.output());
        assertTrue(number(run, "decoded") >= 1000 && number(run, "decoded") < 10_000, run.output());
    }

    @Test
    void aKeyWhoseValuesDoNotFitIntoTheHeapPassesWithoutASetting() {
        // Each value takes 28 bytes of the heap as an object.
        int values = 8_000_000;
        // With so much to do the optimizing compiler saves more time than it takes.
        JvmProcess.Result run = SparkHome.jvm(Jdks.own())
                .options("-XX:TieredStopAtLevel=4", "-Xmx200m", "-Dspark.testing.reservedMemory=67108864", KRYO)
                .run(UnfitGroup.class.getName(), Integer.toString(values)).succeeded();
        long sum = 2 * (31L * values * (values - 1) / 2 + values);
        assertEquals("[" + sum + "]", run.value("grouped"), run.output());
        assertEquals("[" + (sum + 2 * 32) + "]", run.value("cogrouped"), run.output());
        long sumOfHalf = 2 * (31L * (values / 2) * (values / 2 - 1) / 2 + values / 2);
        assertEquals("[" + sumOfHalf + ", " + sumOfHalf + "]", run.value("twoAtATime"), run.output());
        assertEquals(4, number(run, "streamed"), run.output());
    }

    @Test
    @Tag("long")
    void leakyGroupsSpillAboveAThresholdOfTheUsersOwn() {
        // Memory is ample, and with the threshold set no controller has a hand in it.
        JvmProcess.Result run = run(Jdks.own(), "-Dspark.memory.fraction=0.6", "-Dspark.shuffle.spill.numElementsForceSpillThreshold=" + PAIRS / 25);
        assertEquals(stock, sums(run));
        assertTrue(number(run, "leaky.spills") > 50, run.output());
        assertEquals(0, number(run, "eager.spillers"), run.output());
    }

    @ParameterizedTest
    @Tag("long")
    @ValueSource(strings = {"util.collection.Spillable", "util.collection.unsafe.sort.UnsafeExternalSorter"})
    void aSpillerLoadedBeforeThePlugInLeavesAllSpillersStockAndSaysSo(String loaded) {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own()).options("-Xmx512m", KRYO, "-Dspark.memory.fraction=0.6", "-Dtest.loaded=" + loaded)
                .run(LoadedBefore.class.getName(), "5", RECORDS, "2").succeeded();
        assertEquals(stock, sums(run));
        assertTrue(run.lines("eagerSpill=REFUSED").stream().anyMatch(line -> line.contains(loaded + " was loaded before the plug-in")), run.output());
        assertEquals(0, number(run, "eager.spillers"), run.output());
        assertTrue(number(run, "leaky.tasks") >= 20, run.output());
    }

    @Test
    void aSecondContextOfAJvmCanSwitchItOn() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own()).options("-Xmx512m", KRYO).run(GroupingTwice.class.getName()).succeeded();
        assertEquals("true 0 0", run.value("false.right") + " " + run.value("false.state") + " " + run.value("false.tasks"), run.output());
        assertEquals("true 1 2", run.value("true.right") + " " + run.value("true.state") + " " + run.value("true.tasks"), run.output());
    }

    @Test
    @Tag("long")
    void monitoringSystemsSeeItsMetricsInJmxAndPrometheus() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own()).options("-Xmx512m", KRYO, "-Dspark.ui.enabled=true", "-Dspark.ui.port=0",
                "-Dspark.shuffle.spill.initialMemoryThreshold=1", "-Dspark.spillway.eagerSpill.law=paper",
                "-Dspark.spillway.eagerSpill.minSize=64k", "-Dspark.spillway.eagerSpill.initialFraction=0.001",
                "-Dspark.metrics.conf.*.sink.jmx.class=org.apache.spark.metrics.sink.JmxSink",
                "-Dspark.metrics.conf.*.sink.prometheusServlet.class=org.apache.spark.metrics.sink.PrometheusServlet",
                "-Dspark.metrics.conf.*.sink.prometheusServlet.path=/metrics/prometheus")
                .run(MetricSinks.class.getName()).succeeded();
        assertEquals(3, number(run, "own.leakyBuffer.tasks"), run.output());
        for (String metric : MetricSinks.METRICS) {
            assertTrue(number(run, "own." + metric) > 0, run.output());
            assertEquals(run.value("own." + metric), run.value("jmx." + metric), run.output());
            assertEquals(run.value("own." + metric), run.value("prometheus." + metric), run.output());
        }
    }

    private static JvmProcess.Result run(Path jdk, String... options) {
        return SparkHome.jvm(jdk).options(SMALL).options(KRYO).options(options).run(Grouping.class.getName(), "5", RECORDS, "2").succeeded();
    }

    private static long number(JvmProcess.Result run, String name) {
        return Long.parseLong(run.value(name));
    }

    /** The checksums of a run of the program. */
    static Map<String, String> sums(JvmProcess.Result run) {
        Map<String, String> sums = new TreeMap<>();
        Grouping.names().forEach(name -> sums.put(name, run.value(name)));
        assertTrue(sums.values().stream().noneMatch(sum -> sum == null || sum.endsWith("/0")), run.output());
        return sums;
    }
}

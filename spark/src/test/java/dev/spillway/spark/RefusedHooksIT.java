// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.ClusterGrouping;
import dev.spillway.spark.programs.Grouping;
import dev.spillway.spark.programs.LoadedBefore;
import dev.spillway.spark.programs.LoadsFirst;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where grouping or spilling cannot be hooked Spark goes its own way, gives what it gives without the plug-in, and the driver says so once. */
class RefusedHooksIT {
    private static final String FAIL = "-Dspark.spillway.onIncompatible=fail";
    private static final String[] SEED_RECORDS_PARTITIONS = {"1", "20000", "2"};

    private static Map<String, String> stock;

    @TempDir
    Path directory;

    @BeforeAll
    static void runStock() {
        stock = GroupingIT.sums(jvm().options(GroupingIT.OFF)
                .run(Grouping.class.getName(), SEED_RECORDS_PARTITIONS).succeeded());
    }

    @Test
    void unknownGroupingAndSpillingAreLeftAloneWithOneWarningAndOneEventEach(@TempDir Path logs) throws Exception {
        JvmProcess.Result run = onSparkWithRenamedFields()
                .options("-Dspark.eventLog.enabled=true", "-Dspark.eventLog.dir=" + logs.toUri())
                .options("-Dspark.eventLog.compress=false", "-Dspark.eventLog.rolling.enabled=false")
                .run(Grouping.class.getName(), SEED_RECORDS_PARTITIONS).succeeded();
        assertEquals(stock, GroupingIT.sums(run));
        assertRefused(run, "leakyBuffer", "ShuffleDependency.aggregator");
        assertRefused(run, "eagerSpill", "Spillable._elementsRead");
        assertOneEvent(logs, "leakyBuffer", "ShuffleDependency.aggregator");
        assertOneEvent(logs, "eagerSpill", "Spillable._elementsRead");
    }

    private static void assertOneEvent(Path logs, String mechanism, String reason) throws Exception {
        List<String> events = StartUpIT.eventsOf(mechanism + '"', logs);
        assertEquals(1, events.size(), events::toString);
        assertTrue(events.get(0).contains("\"kind\":\"REFUSED\"") && events.get(0).contains("\"executor\":\"driver\""), events::toString);
        assertTrue(events.get(0).contains(reason), events::toString);
    }

    @Test
    @Tag("long")
    void unknownGroupingAndSpillingEndTheApplicationIfThatIsWanted() throws Exception {
        JvmProcess.Result run = onSparkWithRenamedFields().options(FAIL).run(Grouping.class.getName(), SEED_RECORDS_PARTITIONS);
        assertNotEquals(0, run.exit());
        assertTrue(run.output().contains("Spillway cannot hook into Spark") && run.output().contains("ShuffleDependency.aggregator")
                && run.output().contains("Spillable._elementsRead"), run.output());
    }

    @Test
    void aClassLoadedBeforeThePlugInLeavesStockAndSaysSo() {
        JvmProcess.Result run = jvm().run(LoadedBefore.class.getName(), SEED_RECORDS_PARTITIONS).succeeded();
        assertEquals(stock, GroupingIT.sums(run));
        assertRefused(run, "leakyBuffer", "ShuffledRDD was loaded before the plug-in");
        assertEquals("1 0", run.value("eagerSpill.state") + " " + run.value("eagerSpill.executorsNotOn"), run.output());
    }

    @Test
    @Tag("long")
    void lengthsThatCannotBeWrittenAreReportedAndCopiedInstead() {
        JvmProcess.Result run = jvm().options("-Dspark.spillway.leakyBuffer.wireFormat=prefix")
                .run(LoadedBefore.class.getName(), SEED_RECORDS_PARTITIONS).succeeded();
        assertEquals(stock, GroupingIT.sums(run));
        List<String> warnings = warnings(run, "leakyBuffer.writes is REFUSED on executor driver: shuffles are written without the lengths");
        assertEquals(1, warnings.size(), run.output());
    }

    @Test
    @Tag("long")
    void executorsThatRefuseDoNotEndEvenIfTheApplicationIsToEndWhereItsDriverRefuses() {
        JvmProcess.Result run = ClusterGroupingIT.localCluster("copy")
                .options("-Dspark.plugins=" + LoadsFirst.class.getName() + ",dev.spillway.spark.SpillwayPlugin", "-Dspark.test.loadsOn=0,1", FAIL)
                .run(ClusterGrouping.class.getName(), directory.toString()).succeeded();
        assertEquals("true true", run.value("right") + " " + run.value("joined"), run.output());
        // One in the place of another would have a new id, load nothing, and be on.
        assertEquals("[-1, -1] [-1, -1]", run.value("state") + " " + run.value("eagerSpill.state"), run.output());
        assertEquals(List.of(), run.lines("Lost executor"), run.output());
        assertEquals("0", run.value("tasks"), run.output());
        for (String refused : new String[] {"leakyBuffer is REFUSED on executor", "eagerSpill is REFUSED on executor"}) {
            assertEquals(1, warnings(run, refused).size(), "one for both executors\n" + run.output());
        }
    }

    private static void assertRefused(JvmProcess.Result run, String mechanism, String reason) {
        assertEquals("-1 1", run.value(mechanism + ".state") + " " + run.value(mechanism + ".executorsNotOn"), run.output());
        List<String> banners = run.lines(mechanism + "=REFUSED");
        assertEquals(1, banners.size(), run.output());
        List<String> warnings = warnings(run, mechanism + " is REFUSED on executor driver");
        assertEquals(1, warnings.size(), run.output());
        assertTrue(banners.get(0).contains(reason) && warnings.get(0).contains(reason), run.output());
    }

    private static List<String> warnings(JvmProcess.Result run, String text) {
        return run.lines(text).stream().filter(line -> line.contains(" WARN ")).toList();
    }

    // A Spark of the future that keeps what it groups and spills by elsewhere.
    private JvmProcess onSparkWithRenamedFields() throws Exception {
        ChangedSpark.renameField(SparkHome.find(), "org/apache/spark/ShuffleDependency", "aggregator", directory);
        ChangedSpark.renameField(SparkHome.find(), "org/apache/spark/util/collection/Spillable", "_elementsRead", directory);
        return jvm(directory.toString());
    }

    private static JvmProcess jvm(String... before) {
        return SparkHome.jvm(Jdks.own(), before).options("-Xmx512m", GroupingIT.KRYO);
    }
}

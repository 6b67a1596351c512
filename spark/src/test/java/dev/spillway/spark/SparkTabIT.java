// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.HistoryPages;
import dev.spillway.spark.programs.LoadsFirst;
import dev.spillway.spark.programs.TabPage;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tab in the UI of a running application and of the History Server, and the event log between them. */
class SparkTabIT {
    private static final String TAB_LINK = "/spillway/\">Spillway</a>";

    @TempDir
    static Path logs;

    private static JvmProcess.Result run;

    @BeforeAll
    static void runAnApplicationWithSpillsOfEachKind() {
        run = SparkHome.jvm(Jdks.own())
                .options("-Xmx512m", "-Dspark.memory.fraction=0.01", "-Dspark.shuffle.spill.initialMemoryThreshold=1")
                .options("-Dspark.serializer=org.apache.spark.serializer.KryoSerializer", "-Dspark.spillway.eagerSpill.enabled=true")
                .options("-Dspark.spillway.eagerSpill.law=paper", "-Dspark.spillway.eagerSpill.minSize=64k")
                .options("-Dspark.spillway.eagerSpill.initialFraction=0.001")
                .options("-Dspark.ui.enabled=true", "-Dspark.ui.port=0", "-Dspark.eventLog.enabled=true")
                .options("-Dspark.eventLog.dir=" + logs.toUri(), "-Dspark.eventLog.compress=false", "-Dspark.eventLog.rolling.enabled=false")
                .run(TabPage.class.getName(), "200000", "2").succeeded();
        assertEquals("ok", run.value("end"), run.output());
        assertTrue(number("leaky.spills") > 0, run.output());
        assertEquals(2, number("leaky.stockTasks"), "of the cogroup; the reduction does not count\n" + run.output());
    }

    @Test
    void thePageShowsWhatTheTasksDid() {
        assertShowsTheRun(run.value("page"));
    }

    @Test
    void sinksShowWhatSparkMeasuredOfAllTasks() {
        for (String metric : new String[] {"ended", "bytesRead", "runMillis", "diskBytesSpilled"}) {
            assertTrue(Long.parseLong(run.value("tasks." + metric)) > 0, metric + "\n" + run.output());
        }
        for (String metric : new String[] {"gcMillis", "fetchWaitMillis", "fetchMillis", "dmr", "largestDmr"}) {
            assertTrue(Long.parseLong(run.value("tasks." + metric)) >= 0, metric + "\n" + run.output());
        }
    }

    @Test
    @Tag("long")
    void executorsReportToADriverThatGotTheJarFromSparkSubmit(@TempDir Path directory) throws IOException {
        JvmProcess.Result cluster = new SparkSubmit(Jdks.own(), SparkHome.find())
                .conf("spark.master", "local-cluster[2,1,700]")
                .conf("spark.executor.memory", "700m")
                .conf("spark.executorEnv.JAVA_HOME", Jdks.own().toString())
                .conf("spark.driver.host", "localhost")
                .conf("spark.jars", SparkHome.pluginJar())
                .conf("spark.plugins", "dev.spillway.spark.SpillwayPlugin")
                .conf("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .conf("spark.ui.port", "0")
                .limit(Duration.ofMinutes(6))
                .run(directory, TabPage.class.getName(), "200000", "2").succeeded();
        assertTrue(cluster.value("page").contains("<td>200,000</td>"), cluster.output());
        assertTrue(cluster.value("page").contains("<td>leakyBuffer</td><td>ON</td><td>2</td>"), cluster.output());
    }

    @Test
    @Tag("long")
    void anExecutorThatRefusesAndAThresholdOfTheUsersShowLiveAndInTheHistoryServer(@TempDir Path log) {
        JvmProcess.Result mixed = ClusterGroupingIT.localCluster("copy")
                .options("-Dspark.plugins=" + LoadsFirst.class.getName() + ",dev.spillway.spark.SpillwayPlugin")
                .options("-Dspark.shuffle.spill.numElementsForceSpillThreshold=20000")
                .options("-Dspark.ui.enabled=true", "-Dspark.ui.port=0", "-Dspark.eventLog.enabled=true", "-Dspark.eventLog.dir=" + log.toUri())
                .run(TabPage.class.getName(), "200000", "8", "of 8 tasks").succeeded();
        assertShowsTheRefusal(mixed.value("page"));
        assertShowsTheRefusal(history(SparkHome.jvm(Jdks.own()), log, mixed).value("page"));
    }

    private static void assertShowsTheRefusal(String page) {
        assertTrue(page.contains("leakyBuffer is refused on 1 of 2 executors: org.apache.spark.rdd.ShuffledRDD"), page);
        assertTrue(page.contains("eagerSpill is refused on 1 of 2 executors: org.apache.spark.util.collection.Spillable"), page);
        String refused = "; refused in [1-7] of 8 tasks</td>";
        assertTrue(Pattern.compile("<td>\\d+" + refused + "<td>[1-9]\\d* user(?:'|&#39;)s threshold" + refused + "</tr>").matcher(page).find(), page);
    }

    @Test
    void theEventLogNamesTheSameValues() throws IOException {
        List<String> events = Files.readAllLines(log()).stream().filter(line -> line.contains("dev.spillway.")).toList();
        assertTrue(events.stream().anyMatch(line -> line.contains("SpillwayStateEvent") && line.contains("\"leakyBuffer\"")
                && line.contains("\"ON\"")), events.toString());
        List<String> stages = events.stream().filter(line -> line.contains("SpillwayStageEvent")).toList();
        for (String name : new String[] {"values", "valueBytes"}) {
            assertEquals(number("leaky." + name), greatest(stages, name), stages.toString());
        }
        assertEquals(number("leaky.stockTasks"), sumOfLast(stages, "stockReads"), stages.toString());
        assertTrue(stages.stream().anyMatch(line -> line.contains("\"spiller\":\"ExternalSorter\"")), stages.toString());
    }

    @Test
    void aHistoryServerWithTheJarShowsTheTab() {
        JvmProcess.Result history = history(SparkHome.jvm(Jdks.own()));
        assertTrue(history.value("jobs").contains(TAB_LINK), history.output());
        assertEquals("200", history.value("status"), history.output());
        assertShowsTheRun(history.value("page"));
    }

    @Test
    @Tag("long")
    void aHistoryServerThatKeepsItsUisOnDiskShowsTheTab(@TempDir Path store) {
        JvmProcess.Result history = history(SparkHome.jvm(Jdks.own()).options("-Dspark.history.store.path=" + store));
        assertEquals("200", history.value("status"), history.output());
        assertShowsTheRun(history.value("page"));
    }

    @Test
    void aHistoryServerWithoutTheJarReplaysTheLog() {
        JvmProcess.Result history = history(SparkHome.withoutPlugin(Jdks.own()));
        assertTrue(history.value("jobs").contains("Completed Jobs"), history.output());
        assertTrue(history.value("jobs").contains("count at TabPage"), history.output());
        assertFalse(history.value("jobs").contains(TAB_LINK), history.output());
        assertFalse(history.value("page").contains("spillway-stages"), "Spark leads from unknown pages to its first one\n" + history.output());
        assertTrue(history.output().contains("Drop unrecognized event"), "this server has the jar\n" + history.output());
    }

    private static JvmProcess.Result history(JvmProcess server) {
        return history(server, logs, run);
    }

    private static JvmProcess.Result history(JvmProcess server, Path directory, JvmProcess.Result application) {
        return server.options("-Xmx512m", "-Dspark.history.fs.logDirectory=" + directory.toUri())
                .run(HistoryPages.class.getName(), application.value("application")).succeeded();
    }

    private static void assertShowsTheRun(String page) {
        assertTrue(page.contains(TAB_LINK), page);
        for (String cell : new String[] {
            "id=\"spillway-stages\"", "leakyBuffer", "eagerSpill", "count at TabPage", "flatMapToPair at TabPage", "ExternalSorter: ",
            "<td>" + String.format(Locale.ROOT, "%,d", number("leaky.values")) + "</td>",
            "<td>" + ByteText.of(number("leaky.valueBytes")) + "</td>"}) {
            assertTrue(page.contains(cell), cell + " is not in " + page);
        }
        assertTrue(Pattern.compile("<td>0\\.\\d*[1-9]\\d* / |<td>[1-9]\\d*\\.\\d+ / ").matcher(page).find(), "no DMR in " + page);
    }

    private static Path log() throws IOException {
        Path log = logs.resolve(run.value("application"));
        assertTrue(Files.exists(log), log + "\n" + run.output());
        return log;
    }

    private static long number(String name) {
        return Long.parseLong(run.value(name));
    }

    private static long greatest(List<String> lines, String name) {
        return lines.stream().mapToLong(line -> value(line, name)).max().orElse(-1);
    }

    // An event has the sums so far, so the greatest of a stage is its last.
    private static long sumOfLast(List<String> lines, String name) {
        Map<Long, Long> last = new HashMap<>();
        lines.forEach(line -> last.merge(value(line, "stageId"), value(line, name), Math::max));
        return last.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long value(String line, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)").matcher(line);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}

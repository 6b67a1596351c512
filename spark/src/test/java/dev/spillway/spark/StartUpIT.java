// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.spark.programs.LoadedBefore;
import dev.spillway.spark.programs.OneCachedRdd;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartUpIT {
    @TempDir
    Path directory;

    @Test
    void badValueEndsTheApplicationWithKeyValueAndRange() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own())
                .options("-Dspark.spillway.secondHeap.poolFraction=7")
                .run(OneCachedRdd.class.getName());
        assertNotEquals(0, run.exit());
        assertTrue(
                run.output().contains("spark.spillway.secondHeap.poolFraction=7 is refused")
                        && run.output().contains("from 0.01 to 1.0"),
                run.output());
    }

    @Test
    void switchedOffSparkKeepsItsOwnStoreAndSaysSo() {
        JvmProcess.Result run = onTestHeap("-Dspark.spillway.secondHeap.enabled=false");
        assertEquals("0", run.value("state"));
        assertEquals(1, run.lines("secondHeap=OFF (spark.spillway.secondHeap.enabled=false").size(), run.output());
    }

    @Test
    void unknownSparkIsLeftAloneWithOneWarningAndOneEvent(@TempDir Path logs) throws Exception {
        JvmProcess.Result run = onChangedSpark()
                .options("-Dspark.eventLog.enabled=true", "-Dspark.eventLog.dir=" + logs.toUri())
                .options("-Dspark.eventLog.compress=false", "-Dspark.eventLog.rolling.enabled=false")
                .run(OneCachedRdd.class.getName()).succeeded();
        assertEquals("-1", run.value("state"), run.output());
        assertEquals("true", run.value("right"));
        assertEquals(1, run.lines("secondHeap=REFUSED").size(), run.output());
        List<String> warnings = run.lines("secondHeap is REFUSED on executor driver").stream().filter(line -> line.contains(" WARN ")).toList();
        assertEquals(1, warnings.size(), run.output());
        assertTrue(warnings.get(0).contains("MemoryStore.contains is final"), run.output());
        List<String> refused = eventsOf("secondHeap", logs).stream().filter(event -> event.contains("\"kind\":\"REFUSED\"")).toList();
        assertEquals(1, refused.size(), eventsOf("", logs).toString());
        assertTrue(refused.get(0).contains("MemoryStore.contains is final"), refused.toString());
        assertTrue(refused.get(0).contains("\"executor\":\"driver\""), refused.toString());
    }

    /** Events of the event log about a mechanism whose name begins so. */
    static List<String> eventsOf(String mechanism, Path logs) throws IOException {
        try (Stream<Path> files = Files.list(logs)) {
            Path log = files.filter(file -> !file.getFileName().toString().startsWith(".")).findFirst().orElseThrow();
            return Files.readAllLines(log).stream()
                    .filter(line -> line.contains("SpillwayStateEvent") && line.contains("\"mechanism\":\"" + mechanism)).toList();
        }
    }

    @Test
    void unknownSparkEndsTheApplicationIfThatIsWanted() throws Exception {
        JvmProcess.Result run = onChangedSpark()
                .options("-Dspark.spillway.onIncompatible=fail")
                .run(OneCachedRdd.class.getName());
        assertNotEquals(0, run.exit());
        assertTrue(run.output().contains("Spillway cannot hook into Spark"), run.output());
    }

    @Test
    void aClassLoadedBeforeThePlugInEndsTheApplicationIfThatIsWanted() {
        JvmProcess.Result run = SparkHome.jvm(Jdks.own()).options("-Dspark.spillway.onIncompatible=fail")
                .run(LoadedBefore.class.getName(), "1", "20000", "2");
        assertNotEquals(0, run.exit());
        assertTrue(run.output().contains("ShuffledRDD was loaded before the plug-in"), run.output());
    }

    @Test
    void lengthsThatCannotBeWrittenEndTheApplicationOfAClusterIfThatIsWanted() {
        // The driver refuses before it starts any executor.
        JvmProcess.Result run = SparkHome.jvm(Jdks.own())
                .options("-Dspark.master=local-cluster[1,1,700]", "-Dspark.spillway.leakyBuffer.wireFormat=prefix", "-Dspark.spillway.onIncompatible=fail")
                .run(LoadedBefore.class.getName(), "1", "20000", "2");
        assertNotEquals(0, run.exit());
        assertTrue(run.output().contains("Spillway cannot hook into Spark") && run.output().contains("ShuffledRDD was loaded before the plug-in"), run.output());
    }

    private static JvmProcess.Result onTestHeap(String... options) {
        return SparkHome.jvm(Jdks.own())
                .options("-Dspark.plugins=dev.spillway.spark.FakeHeapPlugin")
                .options(options)
                .run(OneCachedRdd.class.getName())
                .succeeded();
    }

    // A Spark of the future: a method the store overrides has become final.
    private JvmProcess onChangedSpark() throws Exception {
        ChangedSpark.makeFinal(SparkHome.find(), "org/apache/spark/storage/memory/MemoryStore", "contains", directory);
        return SparkHome.jvm(Jdks.own(), directory.toString()).options("-Dspark.plugins=dev.spillway.spark.FakeHeapPlugin");
    }
}

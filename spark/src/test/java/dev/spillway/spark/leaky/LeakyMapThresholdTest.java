// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.MetricRegistry;
import dev.spillway.spark.spill.EagerSpill;
import dev.spillway.spark.spill.EagerSpiller;
import dev.spillway.spark.spill.NotingLaw;
import dev.spillway.spark.spill.SpillSample;
import dev.spillway.spark.spill.SpillStart;
import dev.spillway.spark.spill.SpillStarts;
import dev.spillway.spark.spill.SpillThreshold;
import dev.spillway.spark.ui.TaskReports;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.TaskContext$;
import org.apache.spark.api.plugin.PluginContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

/** What a law is told of a leaky map that spills. */
class LeakyMapThresholdTest extends LeakyMapFixture {
    private static final SpillThreshold THRESHOLD = SpillThreshold.ofBytes(8 << 20);

    private final List<SpillSample> spills = new ArrayList<>();

    @AfterEach
    void end() {
        TaskContext$.MODULE$.unset();
    }

    private EagerSpiller controller() {
        TaskContext$.MODULE$.setTaskContext(TaskContext$.MODULE$.empty());
        PluginContext context = (PluginContext) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> method.getName().equals("metricRegistry") ? new MetricRegistry() : null);
        SpillStart start = new SpillStart(new NotingLaw(spills::add), THRESHOLD);
        return new EagerSpill(new SpillStarts(start, start, start, start), () -> 1L << 30, 100, () -> 0, context, new TaskReports(context))
                .controller(EagerSpill.LEAKY_MAP);
    }

    @Test
    void aSpillAtTheThresholdHasReachedIt() throws IOException {
        map.close();
        map = new LeakyMap<>(memory, newFiles(), TAGS, FREE, controller(), UsersThreshold.NONE);
        List<Tuple2<Object, String>> pairs = randomPairs(new Random(1), 300_000);
        insert(pairs);
        assertTrue(spills.size() > 1, spills.toString());
        spills.forEach(spill -> assertTrue(spill.bytes() > THRESHOLD.bytes(), spill.toString()));
        assertEquals(expected(pairs), collect(() -> { }));
    }

    @Test
    void aSpillForWantOfMemoryHasNot() throws IOException {
        map.close();
        map = new LeakyMap<>(memory, newFiles(), TAGS, FREE, controller(), UsersThreshold.NONE);
        Hog hog = new Hog(60L << 20);
        insert(randomPairs(new Random(1), 300_000));
        assertTrue(spills.size() > 1, spills.toString());
        spills.forEach(spill -> assertTrue(spill.bytes() < THRESHOLD.bytes(), spill.toString()));
        hog.release();
    }
}

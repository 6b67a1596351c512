// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import dev.spillway.warmup.figures.Estimate;
import dev.spillway.warmup.programs.Depend;
import dev.spillway.warmup.programs.Load;
import dev.spillway.warmup.programs.Mix;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that know what the report must say of them. */
class FiguresIT {
    // Of a thousand right reports one is outside, where the 95% interval would fail every twentieth time.
    private static final double Z999 = 3.2905;

    @TempDir
    Path directory;

    @Test
    void interpretationIsWithinItsErrorAndProcessorTimeTheThreads() {
        String notCompiled = "-XX:CompileCommand=exclude," + Mix.class.getName() + "::interpreted";
        WarmupRun run = WarmupRun.of(directory, List.of("-XX:CompileCommand=quiet", notCompiled), Mix.class);
        assertEquals(0, run.exit(), run.err());
        JsonObject mixed = interpreted(run, "mixed");
        String[] times = run.value("mixed").split("[/ ]");
        double truth = Double.parseDouble(times[0]) / Double.parseDouble(times[1]);
        double share = mixed.get("time").getAsDouble() / mixed.get("of").getAsDouble();
        double samples = mixed.get("samples").getAsDouble();
        assertTrue(samples > 80, "too few samples to say anything: " + mixed);
        double[] interval = Estimate.wilson(share, samples, Z999);
        assertTrue(interval[0] <= truth && truth <= interval[1], truth + " is not within " + interval[0] + " to " + interval[1] + ": " + mixed);
        assertEquals(1, mixed.get("of").getAsDouble() / Double.parseDouble(times[1]), 0.1, "processor time of the thread: " + mixed);
        // All of one kind: what else such a thread runs is little.
        assertTrue(share(interpreted(run, "compiled")) < 0.1, run.err());
        assertTrue(share(interpreted(run, "interpreted")) > 0.9, run.err());
        JsonObject compilers = run.report().getAsJsonObject("compilers");
        assertEquals(sum(run.report().getAsJsonObject("compilation")), sum(compilers), 1, compilers.toString());
        assertTrue(sum(compilers) > 0 && compilers.keySet().stream().allMatch(name -> name.contains("CompilerThread")), compilers.toString());
    }

    @Test
    void classLoadingIsThatOfTheThread() {
        WarmupRun run = WarmupRun.of(directory, List.of(), Load.class);
        assertEquals(0, run.exit(), run.err());
        assertEquals("10", run.value("missing"));
        double wall = Double.parseDouble(run.value("wall"));
        double slept = Double.parseDouble(run.value("slept"));
        JsonObject loading = run.thread("loading");
        double finding = loading.getAsJsonObject("loads").get("FINDING").getAsDouble();
        // The thread loads a little outside of what it times, too.
        assertTrue(finding >= slept && finding <= wall * 1.05 + 5e6, finding + " is not within " + slept + " and " + wall);
        // Twenty classes are each loaded within the definition of another one: counted by loops the sum would be many times the wall time.
        assertTrue(loading.get("loading").getAsDouble() < wall * 1.05 + 5e6, loading + " took " + wall);
        double defining = loading.getAsJsonObject("loads").get("DEFINING").getAsDouble();
        assertTrue(defining > 0 && defining < wall - slept, loading.toString());
        // The loader's own waits are class loading.
        assertTrue(loading.get("waiting").getAsDouble() < slept / 10, loading.toString());
        assertTrue(run.thread("other").get("loading").getAsDouble() < slept / 10, run.thread("other").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"join", "queue"})
    void loadingThatMainWaitsForCostsItsTime(String way) {
        JsonObject cost = WarmupRun.of(directory, List.of(), Depend.class, way).report().getAsJsonObject("costOfLoading");
        // Main loads some classes, too.
        assertTrue(cost.get("estimate").getAsDouble() >= 290e6, cost.toString());
        assertTrue(cost.get("low").getAsDouble() >= 290e6, cost.toString());
    }

    @Test
    void loadingBesideMainCostsNothing() {
        JsonObject cost = WarmupRun.of(directory, List.of(), Depend.class, "late").report().getAsJsonObject("costOfLoading");
        assertTrue(cost.get("estimate").getAsDouble() < 250e6, cost.toString());
    }

    private static JsonObject interpreted(WarmupRun run, String thread) {
        return run.thread(thread).getAsJsonObject("interpreted");
    }

    private static double sum(JsonObject times) {
        return times.entrySet().stream().mapToDouble(time -> time.getValue().getAsDouble()).sum();
    }

    private static double share(JsonObject interpreted) {
        return interpreted.get("time").getAsDouble() / interpreted.get("of").getAsDouble();
    }
}

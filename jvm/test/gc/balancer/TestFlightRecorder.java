// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A recording holds an event for each decision, also to do nothing, with its sample
 * @library /lib /hints
 * @run main TestFlightRecorder
 */
import h2test.Check;
import h2test.Gc;
import h2test.Kernel;
import h2test.Live;
import h2test.Vm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

public class TestFlightRecorder {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            record();
            return;
        }
        try (Kernel kernel = new Kernel(Path.of("container"), 600L << 20).memory(0, 0);
             Live live = Vm.start(Map.of(), Vm.balancer(kernel.option(), "-XX:MemoryBalancerInterval=200", "TestFlightRecorder", "on"))) {
            live.await("READY");
            kernel.limit(200L << 20);
            live.await("shrink: ceiling");
            for (int sample = 0; sample < 3; sample++) {
                live.await("-> nothing");
            }
            // Little is left that could be given back: what is live, a collection has to tell.
            kernel.memory(198L << 20, 1L << 20);
            live.await("collects=1");
            live.send("go").finish().exits(0).has("EVENTS");
        }
    }

    private static boolean isNothing(RecordedEvent event) {
        return event.getString("action").equals("nothing");
    }

    private static void record() throws Exception {
        Path file = Path.of("balancer.jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            recording.start();
            System.out.println("READY");
            System.in.read();
            Gc.young();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(e -> e.getEventType().getName().equals("jdk.MemoryBalancerDecision")).toList();
        RecordedEvent shrink = events.stream().filter(e -> e.getString("rule").equals("ceiling")).findFirst().orElseThrow();
        Check.equal(shrink.getString("action"), "shrink", "action");
        Check.equal(shrink.getLong("budget"), (200L << 20) - (200L << 20) / 100 * 6, "budget");
        Check.that(shrink.getLong("newLimit") < shrink.getLong("limit"), "limits of " + shrink);
        Check.that(!shrink.getBoolean("collects"), "a fallen ceiling asks for no full collection");
        RecordedEvent yield = events.stream().filter(e -> e.getString("rule").equals("container")).findFirst().orElseThrow();
        Check.that(yield.getBoolean("collects"), "the guard asks for a full collection: " + yield);
        long used = shrink.getLong("used");
        Check.that(used > 0 && used < 64L << 20, "not what is committed but what objects use: " + used);
        float pressure = shrink.getFloat("memoryPressure");
        Check.that(pressure >= 0 && pressure <= 1, "a share of time: " + pressure);
        // All that a replay needs, as the log has it.
        String sample = shrink.getString("sample");
        Check.that(sample.matches("(\\w+=[-+.e\\d]+ )+\\w+=[-+.e\\d]+"), "names and values: " + sample);
        for (String field : List.of("now=", "limit=" + shrink.getLong("limit"), "refaulted=" + shrink.getLong("refaulted"), "can_move=")) {
            Check.that((" " + sample).contains(" " + field), field + " in " + sample);
        }
        // One for each decision, not only where it is another one than before.
        Check.that(IntStream.range(1, events.size()).anyMatch(i -> isNothing(events.get(i)) && events.get(i).getString("rule").equals(events.get(i - 1).getString("rule"))),
                   "decisions one by one: " + events.stream().map(e -> e.getString("rule")).toList());
        System.out.println("EVENTS");
    }
}

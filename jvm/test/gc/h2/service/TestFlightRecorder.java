// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A recording holds an event for each moving collection, with what it moved; none without H2
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestFlightRecorder
 */
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

public class TestFlightRecorder {
    public static void main(String[] args) throws Exception {
        Path file = Path.of("h2.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            Object list = H2.moved(Graphs.list(10_000, 1), 7);
            Object more = H2.moved(Graphs.list(10_000, 1), 8);
            recording.stop();
            recording.dump(file);
            Check.that(list != more, "lists");
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(e -> e.getEventType().getName().contains("SecondHeap")).toList();
        Check.that(events.size() >= 2, "events about the second heap: " + events);
        Check.that(events.stream().anyMatch(e -> e.toString().contains("moved")), "events that name moved bytes: " + events);
    }
}

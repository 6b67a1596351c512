// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A recording holds an event for each moving collection, with what it moved, and the state of H2 after each full collection
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestFlightRecorder
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

public class TestFlightRecorder {
    public static void main(String[] args) throws Exception {
        Path file = Path.of("h2.jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            recording.start();
            Object list = H2.moved(Graphs.list(10_000, 1), 7);
            Object more = H2.moved(Graphs.list(10_000, 1), 8);
            recording.stop();
            recording.dump(file);
            Check.that(list != more, "lists");
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(e -> e.getEventType().getName().startsWith("jdk.SecondHeap")).toList();
        List<RecordedEvent> moves = events.stream().filter(e -> e.getEventType().getName().endsWith("Move")).toList();
        Check.equal(moves.size(), 2, "moving collections in " + events);
        Check.equal(moves.stream().mapToLong(e -> e.getLong("movedSize")).sum(), SecondHeap.statistics().movedBytes(), "bytes moved");
        RecordedEvent last = events.get(events.size() - 1);
        Check.equal(last.getEventType().getName(), "jdk.SecondHeapSummary", "last event");
        Check.equal(last.getLong("used"), H2.used(), "bytes used");
    }
}

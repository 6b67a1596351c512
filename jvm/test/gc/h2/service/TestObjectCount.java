// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary The recorder counts the objects of a collection that moves some of them; it once took their labels for addresses
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xmn96m TestObjectCount
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xmn96m -XX:SecondHeapClosure=full TestObjectCount
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xmn96m -XX:+UseCompactObjectHeaders TestObjectCount
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

public class TestObjectCount {
    private static final int LABELS = 4;      // odd and even ones
    private static final int LENGTH = 40_000;

    public static void main(String[] args) throws Exception {
        H2.required();
        Path file = Path.of("count.jfr");
        Object[] lists = new Object[LABELS];
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ObjectCountAfterGC");
            recording.start();
            for (int i = 0; i < LABELS; i++) {
                lists[i] = Graphs.list(LENGTH, i);      // in eden
                SecondHeap.tagRoot(lists[i], i + 1);
            }
            SecondHeap.moveNow();
            recording.stop();
            recording.dump(file);
        }
        for (Object list : lists) {
            H2.in(list, "list");
        }
        List<Long> counted = RecordingFile.readAllEvents(file).stream().filter(e -> name(e).equals(Node.class.getName())).map(e -> e.getLong("count")).toList();
        Check.that(!counted.isEmpty(), "no count of nodes");
        for (long nodes : counted) {
            Check.equal(nodes, (long) LABELS * LENGTH, "nodes that a collection counted, of " + counted);
        }
    }

    private static String name(RecordedEvent event) {
        return event.getEventType().getName().equals("jdk.ObjectCountAfterGC") ? event.getClass("objectClass").getName() : "";
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary The recorder's leak profiler walks paths through H2 to the roots and harms nothing
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:TLABSize=2k TestLeakProfiler
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

public class TestLeakProfiler {
    private static final int ATTEMPTS = 20;

    public static void main(String[] args) throws Exception {
        H2.required();
        Object[] root = new Object[1];
        long samples = 0;
        // Which allocations are sampled is up to the profiler; on a busy machine a recording was empty once.
        for (int i = 0; samples == 0 && i < ATTEMPTS; i++) {
            samples = samplesOfMove(root, Path.of("leak" + i + ".jfr"));
        }
        Check.that(samples > 0, "no sampled objects in any of " + ATTEMPTS + " recordings");
        long sum = Checksum.of(root[0]);
        Gc.young();
        Gc.full();
        Check.equal(Checksum.of(root[0]), sum, "content after collections");
        H2.in(root[0], "root");
    }

    private static long samplesOfMove(Object[] root, Path file) throws Exception {
        long sum;
        try (Recording recording = new Recording()) {
            recording.enable("jdk.OldObjectSample").withStackTrace().with("cutoff", "infinity");
            recording.start();
            root[0] = Graphs.array(2000, i -> new Node(i, null, new byte[5000]));
            sum = Checksum.of(root[0]);
            // The profiler tells of samples only once a collection has found a dead one.
            Graphs.array(500, i -> new Node(i, null, new byte[5000]));
            SecondHeap.tagRoot(root[0], 1);
            SecondHeap.moveNow();
            recording.stop();
            recording.dump(file);
        }
        Check.equal(Checksum.of(root[0]), sum, "content after the walk");
        return RecordingFile.readAllEvents(file).stream().filter(e -> e.getEventType().getName().equals("jdk.OldObjectSample")).count();
    }
}

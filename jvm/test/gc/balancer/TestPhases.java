// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=once
 * @key root
 * @summary Phases that want H1 and phases that want page cache in turns in a real control group: H1 stays within its bounds, nothing is lost
 * @library /lib /hints
 * @build Phases
 * @run main/timeout=240 TestPhases 8 3
 */
/*
 * @test id=soak
 * @key root soak
 * @summary The same for two hours: H1 follows the phases at a bounded rate of changes, and neither memory nor descriptors grow
 * @library /lib /hints
 * @build Phases
 * @run main/timeout=3000 TestPhases 60 60
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

public class TestPhases {
    private static final long MB = 1 << 20;
    private static final long LIMIT = 512 * MB;
    private static final String MOST = "-Xmx384m";
    private static final int IN_H2 = 320, WINDOWS = 150;
    // The first pairs find the way.
    private static final int FIRST = 4;
    private static final double GROWTH = 1.1;
    private static final long VISIBLE = 32 * MB;
    // For each pair of phases: there and back for these, and once there and back in two minutes in the end (docs/memory-balancer.md).
    private static final int TURNS = 4;

    /** What was seen at the end of a phase, and how often H1 had turned in it; limit and anonymous memory in bytes. */
    private record Phase(boolean scan, long limit, long anonymous, long descriptors, int turns) {}

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]), pairs = Integer.parseInt(args[1]);
        String[] options = Vm.balancer(MOST, "-XX:SecondHeapSize=1g", "Phases", "" + IN_H2, "" + WINDOWS, args[0], args[1]);
        try (ControlGroup group = ControlGroup.make("spillway-phases", LIMIT); Live live = Vm.startIn(group, 180 + 4L * seconds * pairs, options)) {
            List<Phase> phases = new ArrayList<>();
            live.await("FILLED");
            for (int i = 0; i < 2 * pairs; i++) {
                phases.add(follow(group, live, i % 2 == 1));
                System.out.println(phases.getLast());
            }
            live.send("end").finish().exits(0).lacks("OutOfMemoryError");
            Check.equal(group.kills(), 0L, "processes the kernel killed");
            if (pairs > 2 * FIRST) {
                followsPhases(phases.subList(2 * FIRST, phases.size()));
            }
        }
    }

    // Reads the log up to the end of the phase.
    private static Phase follow(ControlGroup group, Live live, boolean scan) throws IOException {
        long limit = 0;
        int turns = 0;
        String last = "";
        while (true) {
            String line = live.awaitAny("sample now=", "] shrink: ", "] grow: ", scan ? "ENDS scan" : "ENDS windows");
            if (line.contains("sample now=")) {
                limit = BalancerLog.field(line, "limit");
                // Decisions are up to a 128th beyond their bounds.
                Check.between(limit, BalancerLog.field(line, "least_floor") * 126 / 128, 384 * MB * 130 / 128, "limit of H1 in " + line);
            } else if (line.startsWith("ENDS")) {
                Check.that(limit > 0, "no sample in a phase");
                return new Phase(scan, limit, group.anonymous(), descriptors(live.pid()), turns);
            } else {
                String direction = line.contains("] grow: ") ? "grow" : "shrink";
                turns += !last.isEmpty() && !last.equals(direction) ? 1 : 0;
                last = direction;
            }
        }
    }

    // The group's shell has become the JVM.
    private static long descriptors(long pid) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return all.count();
        }
    }

    private static void followsPhases(List<Phase> phases) {
        int pairs = phases.size() / 2;
        long followed = 0;
        for (int i = 0; i < pairs; i++) {
            followed += phases.get(2 * i).limit >= phases.get(2 * i + 1).limit + VISIBLE ? 1 : 0;
        }
        long turns = phases.stream().mapToLong(Phase::turns).sum();
        System.out.println("H1 was larger at the end of windows in " + followed + " of " + pairs + " pairs, and turned " + turns + " times within phases");
        Check.that(followed * 4 >= pairs * 3L, "H1 follows the phases: " + followed + " of " + pairs);
        Check.that(turns <= (long) TURNS * pairs, "H1 turned " + turns + " times in " + pairs + " pairs of phases");
        grows(phases, Phase::anonymous, "anonymous memory");
        grows(phases, Phase::descriptors, "descriptors");
    }

    // Of the ends of scans, in the first and the last quarter.
    private static void grows(List<Phase> phases, ToLongFunction<Phase> what, String name) {
        long[] values = phases.stream().filter(Phase::scan).mapToLong(what).toArray();
        int quarter = values.length / 4;
        long first = median(values, 0, quarter), last = median(values, values.length - quarter, values.length);
        System.out.println(name + " " + first + " in the first quarter, " + last + " in the last");
        Check.that(last <= GROWTH * first, name + " grew from " + first + " to " + last);
    }

    private static long median(long[] values, int from, int to) {
        return Arrays.stream(values, from, to).sorted().skip((to - from) / 2).findFirst().orElseThrow();
    }
}

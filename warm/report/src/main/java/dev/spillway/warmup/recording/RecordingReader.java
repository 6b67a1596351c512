// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.recording;

import dev.spillway.warmup.agent.LoadEvent;
import dev.spillway.warmup.figures.Intervals;
import dev.spillway.warmup.trace.Interval;
import dev.spillway.warmup.trace.Load;
import dev.spillway.warmup.trace.LoadKind;
import dev.spillway.warmup.trace.Mode;
import dev.spillway.warmup.trace.ProgramTrace;
import dev.spillway.warmup.trace.Sample;
import dev.spillway.warmup.trace.ThreadTrace;
import dev.spillway.warmup.trace.Wait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Reads a recording of Flight Recorder. */
public final class RecordingReader {
    // Of a Linux kernel with 100 ticks a second: what a program without a single sample may have used.
    private static final long SLOWEST_TICK = 10_000_000;

    private final Map<Long, ThreadBuilder> threads = new TreeMap<>();
    // By the Java number of the thread that is to go on; what that thread's number in the recording is may be known only later.
    private final Map<Long, List<ThreadBuilder.Wake>> wakes = new HashMap<>();
    private final Set<Long> daemons = new HashSet<>();
    private final Map<String, List<Interval>> compilation = new TreeMap<>();
    private final Map<String, List<Interval>> compilers = new TreeMap<>();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long programStart = Long.MIN_VALUE;
    private long programEnd = Long.MAX_VALUE;
    private RecordedThread endedBy;
    private final List<Interval> pauses = new ArrayList<>();
    private int processors;

    private RecordingReader() {}

    /** The program in a recording that was made with the report's settings and agent. */
    public static ProgramTrace read(Path file) throws IOException {
        RecordingReader reader = new RecordingReader();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                reader.add(recording.readEvent());
            }
        }
        return reader.build();
    }

    private void add(RecordedEvent event) {
        long start = nanos(event.getStartTime());
        Interval time = new Interval(start, start + Math.max(0, event.getDuration().toNanos()));
        first = Math.min(first, time.start());
        last = Math.max(last, time.end());
        switch (event.getEventType().getName()) {
            case LoadEvent.NAME -> probe(event, time);
            case "jdk.ClassLoad" -> thread(event).loads.add(new Load(time, byBootLoader(event) ? LoadKind.BOOT : LoadKind.OTHER));
            case "jdk.CPUTimeSample" -> sample(event, start);
            case "jdk.CPUTimeSamplesLost" -> lost(event);
            case "jdk.ThreadStart" -> threadStart(event, start);
            case "jdk.ThreadEnd" -> known(event.getThread("thread")).end = start;
            case "jdk.ThreadPark" -> wait(event, time, parkTimedOut(event, time) ? Wait.Cause.TIMED : Wait.Cause.UNKNOWN, null, true);
            case "jdk.ThreadSleep" -> wait(event, time, Wait.Cause.TIMED, null, true);
            case "jdk.JavaMonitorEnter" -> wait(event, time, Wait.Cause.UNKNOWN, event.getThread("previousOwner"), false);
            case "jdk.JavaMonitorWait" -> wait(event, time,
                    event.getBoolean("timedOut") ? Wait.Cause.TIMED : Wait.Cause.UNKNOWN, event.getThread("notifier"), true);
            case "jdk.SocketRead", "jdk.SocketWrite" -> wait(event, time, Wait.Cause.SOCKET, null, false);
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> wait(event, time, Wait.Cause.TIMED, null, false);
            case "jdk.Compilation" -> compilation(event, time);
            case "jdk.GCPhasePause" -> pauses.add(time);
            case "jdk.CPUInformation" -> processors = event.getInt("hwThreads");
            default -> { }
        }
    }

    private void probe(RecordedEvent event, Interval time) {
        switch (event.getInt("kind")) {
            case LoadEvent.LOAD -> thread(event).loads.add(new Load(time, LoadKind.FINDING));
            case LoadEvent.READ -> thread(event).loads.add(new Load(time, LoadKind.READING));
            case LoadEvent.DEFINE -> thread(event).loads.add(new Load(time, LoadKind.DEFINING));
            case LoadEvent.WAKE -> wakes
                    .computeIfAbsent(event.getLong("target"), id -> new ArrayList<>())
                    .add(new ThreadBuilder.Wake(time.start(), thread(event).id));
            case LoadEvent.DAEMON -> daemons.add(event.getLong("target"));
            case LoadEvent.PROGRAM -> programStart = time.start();
            case LoadEvent.SHUTDOWN -> {
                programEnd = time.start();
                endedBy = event.getThread();
                thread(event);
            }
            default -> throw new IllegalArgumentException("unknown probe: " + event);
        }
    }

    private void compilation(RecordedEvent event, Interval time) {
        compilation.computeIfAbsent(event.getString("compiler"), name -> new ArrayList<>()).add(time);
        RecordedThread thread = event.getThread();
        compilers.computeIfAbsent(thread == null ? "?" : thread.getOSName(), name -> new ArrayList<>()).add(time);
    }

    private void sample(RecordedEvent event, long time) {
        // The VM counts periods of the timer that the kernel was too slow for, so this is time, not the setting.
        long weight = event.getDuration("samplingPeriod").toNanos();
        RecordedThread thread = event.getThread("eventThread");
        if (thread != null) {
            known(thread).samples.add(new Sample(time, weight, mode(event)));
        }
    }

    private static Mode mode(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        if (event.getBoolean("failed") || stack == null || stack.getFrames().isEmpty()) {
            return Mode.UNKNOWN;
        }
        return switch (stack.getFrames().get(0).getType()) {
            case "Interpreted" -> Mode.INTERPRETED;
            case "JIT compiled", "Inlined" -> Mode.COMPILED;
            case "Native" -> Mode.NATIVE;
            default -> Mode.UNKNOWN;
        };
    }

    private void lost(RecordedEvent event) {
        RecordedThread thread = event.getThread("eventThread");
        if (thread != null) {
            known(thread).lost += event.getInt("lostSamples");
        }
    }

    private void threadStart(RecordedEvent event, long time) {
        ThreadBuilder thread = known(event.getThread("thread"));
        thread.start = time;
        RecordedThread parent = event.getThread("parentThread");
        thread.parent = parent == null ? 0 : known(parent).id;
    }

    private static boolean parkTimedOut(RecordedEvent event, Interval time) {
        long timeout = event.getLong("timeout");
        // Park until a date is a wait with a time-out, too.
        return timeout > 0 && time.length() >= timeout || event.getLong("until") > 0 && nanos(Instant.ofEpochMilli(event.getLong("until"))) <= time.end();
    }

    private void wait(RecordedEvent event, Interval time, Wait.Cause cause, RecordedThread waker, boolean wakeable) {
        if (event.getThread() != null) {
            thread(event).waits.add(new ThreadBuilder.OpenWait(time, cause, waker == null ? 0 : known(waker).id, wakeable, on(event)));
        }
    }

    private static String on(RecordedEvent event) {
        for (String field : List.of("parkedClass", "monitorClass")) {
            RecordedClass type = event.hasField(field) ? event.getClass(field) : null;
            if (type != null) {
                return type.getName();
            }
        }
        return event.getEventType().getName();
    }

    private static boolean byBootLoader(RecordedEvent event) {
        RecordedClassLoader loader = event.getValue("definingClassLoader");
        return loader == null || loader.getType() == null;
    }

    private ThreadBuilder thread(RecordedEvent event) {
        return known(event.getThread());
    }

    private ThreadBuilder known(RecordedThread thread) {
        ThreadBuilder builder = threads.computeIfAbsent(thread.getId(), ThreadBuilder::new);
        builder.name = thread.getJavaName() != null ? thread.getJavaName() : String.valueOf(thread.getOSName());
        builder.javaId = thread.getJavaThreadId();
        return builder;
    }

    private ProgramTrace build() {
        Interval program = new Interval(programStart == Long.MIN_VALUE ? first : programStart, Math.min(programEnd, last));
        for (ThreadBuilder thread : threads.values()) {
            thread.daemon = daemons.contains(thread.javaId);
            thread.wakes.addAll(wakes.getOrDefault(thread.javaId, List.of()));
        }
        long exitThread = endedBy == null || "DestroyJavaVM".equals(endedBy.getJavaName()) ? 0 : endedBy.getId();
        List<ThreadTrace> traces = threads.values().stream()
                .filter(t -> t.javaId > 0 && t.during(program) && !isRecorders(t.name))
                .map(t -> t.build(program))
                .toList();
        return new ProgramTrace(
                program.start(), program.length(), exitThread, meanPeriod(traces), traces, during(compilation, program), during(compilers, program),
                pauses(program), processors);
    }

    private static Map<String, Long> during(Map<String, List<Interval>> times, Interval program) {
        Map<String, Long> sums = new TreeMap<>();
        times.forEach((name, own) -> sums.put(name, during(own, program)));
        return sums;
    }

    // A plain sum, since compilers have several threads.
    private static long during(List<Interval> times, Interval program) {
        return times.stream().filter(t -> t.start() >= program.start() && t.start() < program.end()).mapToLong(Interval::length).sum();
    }

    private List<Interval> pauses(Interval program) {
        List<Interval> own = pauses.stream().map(p -> new Interval(p.start() - program.start(), p.end() - program.start())).toList();
        return Intervals.clip(Intervals.union(own), new Interval(0, program.length()));
    }

    private static long meanPeriod(List<ThreadTrace> traces) {
        return Math.round(traces.stream().flatMap(t -> t.samples().stream()).mapToLong(Sample::weight).average().orElse(SLOWEST_TICK));
    }

    // Flight Recorder's own threads would not be there without the report.
    private static boolean isRecorders(String name) {
        return name.startsWith("JFR ") || name.equals("Attach Listener");
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }
}

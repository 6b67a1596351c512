// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Write errors while moving are survived with all data and one message, whether they pass or stay; one at start ends start-up
 * @library /lib /hints
 * @run main TestWriteErrors
 */
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Natives;
import h2test.Outcome;
import h2test.Vm;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

public class TestWriteErrors {
    private static final int EINTR = 4;
    private static final int EIO = 5;
    private static final int ENOSPC = 28;
    /** Of each write; a busy network disk is as slow. */
    private static final int SLOW_MS = 50;

    public static void main(String[] args) {
        if (args.length > 0) {
            child();
            return;
        }
        runAll(Natives.library("failing_writes", "-ldl"));
    }

    private static void runAll(Path library) {
        run(library, EIO, 1 << 30, 0).exits(0).has("^content is right");
        run(library, EIO, 1 << 30, 0, SLOW_MS).exits(0).has("^content is right").lacks("SecondHeapPath=.*failed");
        run(library, EINTR, 3, 2).exits(0).has("^content is right");
        run(library, EIO, 3, 1).exits(0).has("^content is right");
        run(library, EIO, 0, -1).exits(1).has(message("I/O error"));
        for (int error : new int[] {EIO, ENOSPC}) {
            run(library, error, 3, -1).exits(0).has("^content is right").has(message(error == EIO ? "I/O error" : "No space left"));
        }
    }

    private static String message(String reason) {
        return "SecondHeapPath=\\Q" + Path.of("").toAbsolutePath() + "\\E.*" + reason;
    }

    private static Outcome run(Path library, int error, int first, int count) {
        return run(library, error, first, count, 0);
    }

    private static Outcome run(Path library, int error, int first, int count, int delayMs) {
        Map<String, String> environment = new HashMap<>();
        environment.put("LD_PRELOAD", library.toString());
        environment.put("SPILLWAY_FAIL_ERRNO", "" + error);
        environment.put("SPILLWAY_FAIL_AFTER", "" + first);
        environment.put("SPILLWAY_FAIL_COUNT", "" + count);
        environment.put("SPILLWAY_DELAY_MS", "" + delayMs);
        return Vm.run(environment, Vm.h2("-XX:-CreateCoredumpOnCrash", "-XX:SecondHeapPath=" + Path.of("").toAbsolutePath(),
                TestWriteErrors.class.getName(), "child"));
    }

    private static void child() {
        Object[] roots = Graphs.array(10, i -> Graphs.list(20_000, i));
        long sum = Checksum.of(roots);
        H2.required();
        dev.spillway.SecondHeap.tagRoots(roots, 1);
        dev.spillway.SecondHeap.moveNow();
        Gc.young();
        Gc.full();
        Check.equal(Checksum.of(roots), sum, "content");
        System.out.println("content is right");
    }
}

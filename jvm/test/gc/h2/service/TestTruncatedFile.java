// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary When the H2 file is truncated under a running VM, the crash report names the second heap and its directory
 * @library /lib /hints
 * @run main TestTruncatedFile
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Graphs;
import h2test.H2;
import h2test.Live;
import h2test.Node;
import h2test.Outcome;
import h2test.ProcessFiles;
import h2test.Vm;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.LongStream;

public class TestTruncatedFile {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            child(args[0]);
            return;
        }
        run("cold");
        run("hot");
    }

    private static void child(String kind) throws Exception {
        Node n = H2.moved(Graphs.list(100_000, 1), 1);
        byte[] bytes = H2.moved(new byte[8 << 20], 2);
        // HotSpot takes a SIGBUS in code with unsafe accesses, once compiled, for one of a mapped file of the program.
        long sum = LongStream.range(0, 20).map(i -> words(bytes)).sum();
        System.out.println("READY");
        if (kind.equals("hot")) {
            // Reads on while the file is truncated, so that compiled code meets it.
            sum += LongStream.range(0, 50_000).map(i -> words(bytes)).sum();
        } else {
            System.in.read();
        }
        System.out.println("sum " + (sum + Checksum.of(n)) + SecondHeap.contains(n));
    }

    private static long words(byte[] bytes) {
        long sum = 0;
        for (int i = 0; i < bytes.length; i += 8) {
            sum += (long) LONGS.get(bytes, i);
        }
        return sum;
    }

    private static void run(String kind) throws Exception {
        Path directory = Files.createDirectories(Path.of("h2 directory")).toAbsolutePath();
        Path report = Path.of("crash.log").toAbsolutePath();
        try (Live live = Vm.start(Map.of(), Vm.h2("-XX:SecondHeapPath=" + directory, "-XX:ErrorFile=" + report,
                "-XX:-CreateCoredumpOnCrash", TestTruncatedFile.class.getName(), kind))) {
            live.await("READY");
            try (FileChannel file = FileChannel.open(ProcessFiles.secondHeap(live.pid()), StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            Outcome o = kind.equals("hot") ? live.finish() : live.send("go").finish();
            o.has("SIGBUS").lacks("^sum ");
            o.has("failing address is in the second heap: its file in SecondHeapPath=\\Q" + directory + "\\E was truncated");
            o.has("choose another directory with -XX:SecondHeapPath");
            Check.that(o.exit() != 0, "exit code of a crashed VM");
        }
        String text = Files.readString(report);
        Check.that(text.contains("SIGBUS"), "the report has no SIGBUS");
        Check.that(text.contains("failing address is in the second heap"), "the report does not say where the failing address is");
        Check.that(text.contains("Second heap in directory: " + directory), "the report has no section of the second heap");
    }
}

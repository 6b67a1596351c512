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
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

public class TestTruncatedFile {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Node n = H2.moved(Graphs.list(100_000, 1), 1);
            System.out.println("READY");
            System.in.read();
            System.out.println("sum " + Checksum.of(n) + SecondHeap.contains(n));
            return;
        }
        Path directory = Files.createDirectories(Path.of("h2 directory")).toAbsolutePath();
        Path report = Path.of("crash.log").toAbsolutePath();
        try (Live live = Vm.start(Map.of(), Vm.h2("-XX:SecondHeapPath=" + directory, "-XX:ErrorFile=" + report,
                "-XX:-CreateCoredumpOnCrash", TestTruncatedFile.class.getName(), "child"))) {
            live.await("READY");
            try (FileChannel file = FileChannel.open(ProcessFiles.secondHeap(live.pid()), StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            Outcome o = live.send("go").finish();
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

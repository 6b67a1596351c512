// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary The H2 file is unlinked, of mode 0600, preallocated, neither in core dumps nor in forked children, and gone after the end
 * @library /lib /hints
 * @run main TestFileIsPrivate
 */
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import h2test.Live;
import h2test.ProcessFiles;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

public class TestFileIsPrivate {
    private static final long SIZE = 192 << 20;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Object list = H2.moved(Graphs.list(1000, 1), 1);
            System.out.println("READY");
            System.in.read();
            System.out.println(list == null);
            return;
        }
        Path directory = Files.createDirectories(Path.of("h2dir")).toAbsolutePath();
        try (Live live = Vm.start(Map.of(), Vm.h2("-XX:SecondHeapPath=" + directory, TestFileIsPrivate.class.getName(), "child"))) {
            live.await("READY");
            Check.equal(ProcessFiles.names(directory), 0L, "names in the directory");
            Path file = ProcessFiles.secondHeap(live.pid());
            Check.that(Files.readSymbolicLink(file).startsWith(directory), "the file is not in " + directory);
            Check.equal(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)), "rw-------", "permissions");
            Check.that(Files.size(file) >= SIZE, "size " + Files.size(file));
            String blocks = Vm.command(List.of("stat", "-L", "-c", "%b", file.toString())).exits(0).output().strip();
            Check.that(Long.parseLong(blocks) * 512 >= SIZE, "only " + blocks + " blocks are allocated");
            String flags = mappingFlags(live.pid(), directory);
            Check.that(flags.contains(" dd") && flags.contains(" dc"), "the mapping may be dumped or inherited: " + flags);
            Check.that(flags.contains(" sh"), "the mapping is not shared: " + flags);
            live.send("done").finish().exits(0);
        }
        Check.equal(ProcessFiles.names(directory), 0L, "names in the directory after the end");
    }

    private static String mappingFlags(long pid, Path directory) throws Exception {
        boolean ours = false;
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps"))) {
            if (line.contains("-")) {
                ours = line.contains(directory.toString());
            }
            if (ours && line.startsWith("VmFlags")) {
                return line;
            }
        }
        throw new AssertionError("no mapping of a file in " + directory);
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary A file system that is too small or read-only, and another user's directory, end start-up with one line
 * @library /lib /hints
 * @run main TestRefusedDirectoriesAsRoot
 */
import h2test.Check;
import h2test.Mount;
import h2test.ProcessFiles;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;

public class TestRefusedDirectoriesAsRoot {
    public static void main(String[] args) throws Exception {
        if (!Mount.possible()) {
            throw Check.skipped("no right to mount a file system here");
        }
        try (Mount small = Mount.tmpfs(Path.of("small"), "size=100m")) {
            refused(small.directory(), "space|enough|small|too");
            Vm.runH2("-XX:SecondHeapPath=" + small.directory(), "-XX:SecondHeapSize=64m", "-version").exits(0);
            Check.equal(ProcessFiles.names(small.directory()), 0L, "files left");
        }
        try (Mount readOnly = Mount.tmpfs(Path.of("read-only"), "ro,size=300m")) {
            refused(readOnly.directory(), "[Rr]ead-only");
        }
        Path others = Files.createDirectories(Path.of("others")).toAbsolutePath();
        Vm.command(java.util.List.of("chown", "65534", others.toString())).exits(0);
        refused(others, "own|user");
    }

    private static void refused(Path directory, String reason) {
        Vm.runH2("-XX:SecondHeapPath=" + directory, "-version").refusedWith("\\Q" + directory + "\\E").has(reason);
    }
}

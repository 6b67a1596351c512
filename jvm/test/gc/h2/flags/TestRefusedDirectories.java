// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A directory that is missing, a file or not writable ends start-up with one line that names it
 * @library /lib /hints
 * @run main TestRefusedDirectories
 */
import h2test.Check;
import h2test.ProcessFiles;
import h2test.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

public class TestRefusedDirectories {
    public static void main(String[] args) throws Exception {
        refused(Path.of("missing").toAbsolutePath());
        refused(Files.writeString(Path.of("file"), "content").toAbsolutePath());
        refused(Path.of("/proc"));
        Path readOnly = Files.createDirectories(Path.of("read only"));
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));
        if (Files.isWritable(readOnly)) {
            Check.partSkipped("permissions do not bind this user; /proc stood in for a directory that cannot be written");
        } else {
            refused(readOnly.toAbsolutePath());
        }
        Path spaces = Files.createDirectories(Path.of("with spaces and \u00fcmlaut"));
        Vm.runH2("-XX:SecondHeapPath=" + spaces, "-version").exits(0);
        Check.equal(ProcessFiles.names(spaces), 0L, "files left in the directory");
    }

    private static void refused(Path directory) {
        Vm.runH2("-XX:SecondHeapPath=" + directory, "-version").refusedWith("\\Q" + directory + "\\E");
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file system of the test's own; closing unmounts it. Needs the right to mount. */
public record Mount(Path directory) implements AutoCloseable {
    /** Whether this user may mount here; containers often may not, root or not. */
    public static boolean possible() throws IOException {
        Path probe = Files.createTempDirectory("h2mount");
        boolean mounted = Vm.hasCommand("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", probe.toString());
        if (mounted) {
            Vm.command(List.of("umount", probe.toString())).exits(0);
        }
        Files.delete(probe);
        return mounted;
    }

    /** Mounts a tmpfs with the options at a new directory. */
    public static Mount tmpfs(Path directory, String options) throws IOException {
        Path absolute = Files.createDirectories(directory).toAbsolutePath();
        Vm.command(List.of("mount", "-t", "tmpfs", "-o", options, "tmpfs", absolute.toString())).exits(0);
        return new Mount(absolute);
    }

    /** Makes an ext4 file system of the size in a sparse file and mounts it through a loop device. */
    public static Mount loop(Path directory, String size) throws IOException {
        Path absolute = Files.createDirectories(directory).toAbsolutePath();
        String image = absolute + ".img";
        Vm.command(List.of("truncate", "-s", size, image)).exits(0);
        Vm.command(List.of("mkfs.ext4", "-q", "-F", image)).exits(0);
        Vm.command(List.of("mount", "-o", "loop", image, absolute.toString())).exits(0);
        return new Mount(absolute);
    }

    @Override
    public void close() {
        Vm.command(List.of("umount", directory.toString())).exits(0);
    }
}

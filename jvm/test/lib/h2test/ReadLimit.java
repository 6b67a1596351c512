// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A control group whose processes read so many bytes a second from a device at most. Needs the right to make one. */
public record ReadLimit(ControlGroup group) implements AutoCloseable {
    /** The device is that of a directory; throws SkippedException, with the reason, where no limit is possible. A group of version 2 takes it itself. */
    public static ReadLimit make(ControlGroup memory, Path on, long bytesPerSecond) throws IOException {
        long number = (Long) Files.getAttribute(on, "unix:dev");
        String device = ((number >> 8) & 0xfff) + ":" + ((number & 0xff) | (number >> 12 & 0xfff00));
        Path directory = memory.first() ? Path.of("/sys/fs/cgroup/blkio", memory.directory().getFileName().toString()) : memory.directory();
        try {
            if (memory.first()) {
                Files.createDirectory(directory);
                Files.writeString(directory.resolve("blkio.throttle.read_bps_device"), device + " " + bytesPerSecond + "\n");
            } else {
                Files.writeString(directory.resolve("io.max"), device + " rbps=" + bytesPerSecond + "\n");
            }
            return new ReadLimit(new ControlGroup(directory, memory.first()));
        } catch (IOException e) {
            directory.toFile().delete();
            throw Check.skipped("no right to limit reads of device " + device + ": " + e);
        }
    }

    /** The command that starts another one inside the group. */
    public List<String> inside(List<String> command) {
        return group.inside(command);
    }

    /** Removes the group once its last process is gone. */
    @Override
    public void close() throws IOException, InterruptedException {
        group.close();
    }
}

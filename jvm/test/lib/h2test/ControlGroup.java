// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A control group with a memory limit, of version 1 or 2, for one JVM of a test. Needs the right to make one. */
public record ControlGroup(Path directory, boolean first) implements AutoCloseable {
    /** Makes a group; throws SkippedException, with the reason, where that is not possible. */
    public static ControlGroup make(String name, long limit) {
        Path memory = Path.of("/sys/fs/cgroup/memory");
        boolean first = Files.exists(memory.resolve("memory.limit_in_bytes"));
        Path directory = (first ? memory : Path.of("/sys/fs/cgroup")).resolve(name + "-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(directory);
            ControlGroup group = new ControlGroup(directory, first);
            group.limit(limit);
            return group;
        } catch (IOException e) {
            try {
                Files.deleteIfExists(directory);
            } catch (IOException stays) {
                e.addSuppressed(stays);
            }
            throw Check.skipped("no right to make a control group with a memory limit: " + e);
        }
    }

    /** Makes a group of version 2 without a limit, for what the kernel tells of its pressure; throws SkippedException where there is none. */
    public static ControlGroup forPressure(String name) {
        for (String mount : List.of("/sys/fs/cgroup/unified", "/sys/fs/cgroup")) {
            Path directory = Path.of(mount).resolve(name + "-" + ProcessHandle.current().pid());
            if (!Files.exists(Path.of(mount, "cgroup.subtree_control"))) {
                continue;
            }
            try {
                Files.createDirectory(directory);
            } catch (IOException e) {
                throw Check.skipped("no right to make a control group of version 2: " + e);
            }
            if (Files.exists(directory.resolve("io.pressure"))) {
                return new ControlGroup(directory, false);
            }
            directory.toFile().delete();
            throw Check.skipped("the kernel tells no pressure of control groups");
        }
        throw Check.skipped("no control groups of version 2 are mounted");
    }

    /** Sets another limit. The kernel refuses one that it cannot reclaim down to. */
    public void limit(long bytes) throws IOException {
        Files.writeString(directory.resolve(first ? "memory.limit_in_bytes" : "memory.max"), bytes + "\n");
    }

    /** Bytes of anonymous memory in the group. */
    public long anonymous() throws IOException {
        return stat(first ? "total_rss" : "anon");
    }

    /** Bytes of page cache in the group. */
    public long pageCache() throws IOException {
        return stat(first ? "total_cache" : "file");
    }

    /** How many processes of the group the kernel has killed for want of memory. */
    public long kills() throws IOException {
        return number(first ? "memory.oom_control" : "memory.events", "oom_kill");
    }

    /** The command that starts another one inside the group. */
    public List<String> inside(List<String> command) {
        List<String> all = new ArrayList<>(List.of("sh", "-c", "echo $$ > " + directory + "/cgroup.procs && exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    /** Puts a running process into the group; with version 1 the memory that it has stays where it was charged. */
    public void take(long pid) throws IOException {
        Files.writeString(directory.resolve("cgroup.procs"), pid + "\n");
    }

    private long stat(String name) throws IOException {
        return number("memory.stat", name);
    }

    private long number(String file, String name) throws IOException {
        for (String line : Files.readAllLines(directory.resolve(file))) {
            if (line.startsWith(name + " ")) {
                return Long.parseLong(line.substring(name.length() + 1).strip());
            }
        }
        throw new AssertionError("no " + name + " in " + directory + "/" + file);
    }

    /** Removes the group once its last process is gone. */
    @Override
    public void close() throws IOException, InterruptedException {
        for (int i = 0; i < 100 && Files.exists(directory); i++) {
            try {
                Files.delete(directory);
            } catch (IOException busy) {
                Thread.sleep(100);
            }
        }
    }
}

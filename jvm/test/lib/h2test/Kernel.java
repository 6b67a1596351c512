// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A tree of files in which a JVM with -XX:MemoryBalancerRoot sees a container: control groups of version 2 with a limit,
 * what is in its memory, and how long it waited for reads. While it is open, waits go on at the given share of time.
 */
public final class Kernel implements AutoCloseable {
    private static final long MB = 1 << 20;
    private static final String GROUP = "sys/fs/cgroup/job/";

    private final Path root;
    private final Thread clock;
    private volatile boolean open = true;
    private volatile State state;
    private volatile long updates;

    // Replaced as a whole: an update between two of its fields would show anonymous memory in one file and not in another.
    private record State(long limit, long anonymous, long file, double waitShare, long readPerSecond, double reuse) {
    }

    public Kernel(Path root, long limit) throws IOException {
        this.root = root.toAbsolutePath();
        this.state = new State(limit, 4 * MB, 64 * MB, 0, 0, 0);
        write("proc/self/cgroup", "0::/job\n");
        write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write("proc/meminfo", "MemTotal: 67108864 kB\nMemAvailable: 60000000 kB\nCached: 1000 kB\nDirty: 0 kB\nShmem: 0 kB\n");
        write(GROUP + "cgroup.events", "populated 1\nfrozen 0\n");
        update(state, 0, 0, 0);
        this.clock = Thread.ofPlatform().daemon().start(this::run);
    }

    /** The option by which a JVM sees it. */
    public String option() {
        return "-XX:MemoryBalancerRoot=" + root;
    }

    /** A new limit of the container; it can be read when this returns. */
    public Kernel limit(long bytes) throws InterruptedException {
        State s = state;
        state = new State(bytes, s.anonymous, s.file, s.waitShare, s.readPerSecond, s.reuse);
        // The update that runs now may have read the old one.
        long seen = updates;
        while (updates < seen + 2) {
            Thread.sleep(10);
        }
        return this;
    }

    /** Anonymous memory, which is all of the JVM's, and file pages of the container. */
    public Kernel memory(long anonymousBytes, long fileBytes) {
        State s = state;
        state = new State(s.limit, anonymousBytes, fileBytes, s.waitShare, s.readPerSecond, s.reuse);
        return this;
    }

    /** From now on the program waits so much of the time, for so many bytes a second, of which a share was dropped before. */
    public Kernel reads(double share, long bytesPerSecond, double reread) {
        State s = state;
        state = new State(s.limit, s.anonymous, s.file, share, bytesPerSecond, reread);
        return this;
    }

    /** Removes a file, as if it could not be read. */
    public void remove(String path) throws IOException {
        Files.delete(root.resolve(path));
    }

    private void run() {
        double waited = 0;
        double read = 0;
        double reread = 0;
        long last = System.nanoTime();
        try {
            while (open) {
                Thread.sleep(100);
                long now = System.nanoTime();
                double seconds = (now - last) / 1e9;
                last = now;
                State s = state;
                waited += seconds * 1e6 * s.waitShare;
                read += seconds * s.readPerSecond;
                reread += seconds * s.readPerSecond * s.reuse;
                update(s, (long) waited, (long) read, (long) reread);
                updates = updates + 1;
            }
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void update(State s, long micros, long read, long reread) throws IOException {
        write(GROUP + "memory.max", s.limit + "\n");
        write(GROUP + "memory.stat", "anon " + s.anonymous + "\nfile " + s.file + "\nkernel 0\nshmem 0\nfile_dirty 0\n"
                + "file_writeback 0\nslab_reclaimable 0\nworkingset_refault_file " + reread / 4096 + "\n");
        write(GROUP + "io.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + micros + "\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=" + micros + "\n");
        write(GROUP + "memory.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
        write("proc/self/statm", "0 " + s.anonymous / 4096 + " 0 0 0 0 0\n");
        write("proc/self/io", "rchar: 0\nread_bytes: " + read + "\n");
    }

    // A reader sees the old text or the new one, as with the kernel's files.
    private void write(String path, String text) throws IOException {
        Path target = root.resolve(path);
        Files.createDirectories(target.getParent());
        Path fresh = target.resolveSibling(target.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws InterruptedException {
        open = false;
        clock.join();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;

/** A run in memory of which what is left can be moved to disk in the middle of the walk. */
final class MovableRun<K> implements Run<K> {
    private final SpillFiles files;
    // What is in memory, then what was moved; null once closed.
    private Run<K> run;
    private SpillFile moved;
    private boolean onGroup;
    private boolean read;

    /**
     * The same groups.
     *
     * @param run before its first group
     * @param files take what is moved
     */
    MovableRun(Run<K> run, SpillFiles files) {
        this.run = run;
        this.files = files;
    }

    @Override
    public boolean next() throws IOException {
        read = false;
        onGroup = run != null && run.next();
        return onGroup;
    }

    @Override
    public int hash() {
        return run.hash();
    }

    @Override
    public boolean sharesHash() {
        return run.sharesHash();
    }

    @Override
    public K key() {
        return run.key();
    }

    @Override
    public Contents contents() {
        read = true;
        return run.contents();
    }

    /**
     * Writes what has not been read to disk and goes on from there. The caller frees the memory.
     *
     * @return bytes of the file
     */
    long move() throws IOException {
        boolean current = onGroup && !read;
        SpillFile file = files.write(out -> {
            if (current) {
                out.group(run);
            }
            while (run.next()) {
                out.group(run);
            }
        });
        run = files.read(file);
        moved = file;
        if (current) {
            run.next();
        }
        return file.bytes();
    }

    /** Whether what was left is on disk. */
    boolean isMoved() {
        return moved != null;
    }

    /** Ends the walk: there is no next group. */
    void close() {
        run = null;
        if (moved != null) {
            files.delete(moved);
        }
    }
}

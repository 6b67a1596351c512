// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.KryoException;
import java.io.File;
import java.io.IOException;
import org.apache.spark.storage.BlockId;

/**
 * A run of groups, or the values of one, on disk, compressed and encrypted as Spark's spill files are.
 *
 * @param id decides about compression and encryption
 * @param file where it is
 * @param count groups or values in it: where a compressed file lacks its end, decompressing may just stop there
 * @param bytes its length
 */
record SpillFile(BlockId id, File file, long count, long bytes) {
    /** What reading it failed with, and which file it was. */
    IOException unreadable(KryoException e) {
        return new IOException("spill file " + file + " cannot be read", e);
    }

    /**
     * Checks what was read when nothing more is there.
     *
     * @throws IOException if it is not what was written
     */
    void requireAll(long read) throws IOException {
        if (read != count) {
            throw new IOException("spill file " + file + " is damaged: it had " + count + " groups or values, and " + read + " are left");
        }
    }
}

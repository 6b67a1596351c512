// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.KryoException;
import java.io.File;
import java.io.IOException;
import org.apache.spark.storage.BlockId;

/** Writes values to a file, each with its length before it, without knowing what they are. */
final class ValueWriter implements AutoCloseable {
    private final BlockId id;
    private final File file;
    private final SpillOutput output;

    ValueWriter(BlockId id, File file, SpillOutput output) {
        this.id = id;
        this.file = file;
        this.output = output;
    }

    /** Takes bytes that already have their lengths in them. */
    void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            output.kryo().writeBytes(bytes, offset, length);
        } catch (KryoException e) {
            throw SpillOutput.causeOf(e);
        }
    }

    File file() {
        return file;
    }

    /** Ends the file, which has that many values. */
    SpillFile finish(long values) throws IOException {
        close();
        return new SpillFile(id, file, values, file.length());
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}

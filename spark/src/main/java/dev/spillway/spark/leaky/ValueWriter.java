// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Output;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.spark.storage.BlockId;

/** Writes values to a file, each with its length before it, without knowing what they are. */
final class ValueWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final BlockId id;
    private final File file;
    private final Output output;

    ValueWriter(BlockId id, File file, OutputStream out) {
        this.id = id;
        this.file = file;
        output = new Output(out, BUFFER_BYTES);
    }

    /** Takes bytes that already have their lengths in them. */
    void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            output.writeBytes(bytes, offset, length);
        } catch (KryoException e) {
            throw causeOf(e);
        }
    }

    File file() {
        return file;
    }

    /** Ends the file. */
    SpillFile finish() throws IOException {
        close();
        return new SpillFile(id, file, file.length());
    }

    @Override
    public void close() throws IOException {
        try {
            output.close();
        } catch (KryoException e) {
            throw causeOf(e);
        }
    }

    private static IOException causeOf(KryoException e) {
        return e.getCause() instanceof IOException io ? io : new IOException(e);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Kryo's output to a spill file, whose end is known to be written once it was closed. Kryo's own close() is silent about what
 * fails in the stream's, where a compressor writes its last block: a full disk would lose it unnoticed.
 */
final class SpillOutput implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final OutputStream raw;
    private final OutputStream wrapped;
    private final Output output;
    private boolean closed;

    /**
     * An output to a file.
     *
     * @param raw writes the file
     * @param wrapped compresses and encrypts into it
     */
    SpillOutput(OutputStream raw, OutputStream wrapped) {
        this.raw = raw;
        this.wrapped = wrapped;
        output = new Output(wrapped, BUFFER_BYTES);
    }

    /** Where to write; never to be closed by itself. */
    Output kryo() {
        return output;
    }

    /** Ends the file, and frees what its streams hold even if that fails. May be called more than once. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        // A compressor that cannot write its end leaves the stream below open.
        try (OutputStream below = raw; OutputStream first = wrapped) {
            output.flush();
        } catch (KryoException e) {
            throw causeOf(e);
        }
    }

    /** The exception of the stream that Kryo reports as its own. */
    static IOException causeOf(KryoException e) {
        return e.getCause() instanceof IOException io ? io : new IOException(e);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.io.UnsafeInput;
import com.esotericsoftware.kryo.io.UnsafeOutput;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.spark.serializer.KryoSerializer;

/**
 * Which of Kryo's two formats a serializer writes.
 *
 * @param unsafe whether numbers are as in memory, see {@code spark.kryo.unsafe}
 */
record KryoFormat(boolean unsafe) {
    private static final int BUFFER_BYTES = 4096;

    /** The format of a serializer, by the output it makes: its own field is private. */
    static KryoFormat of(KryoSerializer kryo) {
        return new KryoFormat(kryo.newKryoOutput() instanceof UnsafeOutput);
    }

    RecordInput input(InputStream in) {
        return new RecordInput(in, unsafe);
    }

    Output output(OutputStream out) {
        return unsafe ? new UnsafeOutput(out, BUFFER_BYTES) : new Output(out, BUFFER_BYTES);
    }

    /** An output in memory that grows as needed. */
    Output buffer() {
        return unsafe ? new UnsafeOutput(512, -1) : new Output(512, -1);
    }

    /** An input of bytes in memory, to be given a buffer. */
    Input ofBuffer() {
        return unsafe ? new UnsafeInput() : new Input();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import dev.spillway.leaky.Contents;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.spark.TaskContext;
import org.apache.spark.serializer.KryoSerializerInstance;

/**
 * Writes groups: mixed hash, whether the next group shares it, key, then for each record tag + 1, length and bytes, and 0
 * at the end. Values are copied as bytes, nothing but keys is serialized.
 */
final class SpillWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Output output;
    private final KryoSerializerInstance serializer;
    private final Kryo kryo;
    private final TaskContext task = TaskContext.get();

    SpillWriter(OutputStream out, KryoSerializerInstance serializer) {
        output = new Output(out, BUFFER_BYTES);
        this.serializer = serializer;
        kryo = serializer.borrowKryo();
    }

    /** Writes the group a run is on. A killed task ends here. */
    void group(Run<?> run) throws IOException {
        if (task != null) {
            task.killTaskIfInterrupted();
        }
        output.writeInt(run.hash());
        output.writeBoolean(run.sharesHash());
        kryo.writeClassAndObject(output, run.key());
        for (Contents c = run.contents(); c.next(); ) {
            output.writeInt(c.tag() + 1, true);
            output.writeInt(c.length(), true);
            output.writeBytes(c.bytes(), c.offset(), c.length());
        }
        output.writeInt(0, true);
    }

    @Override
    public void close() throws IOException {
        try {
            output.close();
        } catch (com.esotericsoftware.kryo.KryoException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e);
        } finally {
            serializer.releaseKryo(kryo);
        }
    }
}

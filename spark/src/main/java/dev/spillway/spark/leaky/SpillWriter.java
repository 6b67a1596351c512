// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import dev.spillway.leaky.Contents;
import org.apache.spark.serializer.KryoSerializerInstance;

/**
 * Writes groups: mixed hash, whether the next group shares it, key, then for each record tag + 1, length and bytes, and 0
 * at the end. Values are copied as bytes, nothing but keys is serialized.
 */
final class SpillWriter implements AutoCloseable {
    private final Output output;
    private final KryoSerializerInstance serializer;
    private final Kryo kryo;
    private final KillCheck kill = KillCheck.ofThread();
    private long groups;

    /** Writes to an output that the caller closes afterwards. */
    SpillWriter(SpillOutput out, KryoSerializerInstance serializer) {
        output = out.kryo();
        this.serializer = serializer;
        kryo = serializer.borrowKryo();
    }

    /** Writes the group a run is on. A killed task ends here. */
    void group(Run<?> run) {
        kill.now();
        output.writeInt(run.hash());
        output.writeBoolean(run.sharesHash());
        kryo.writeClassAndObject(output, run.key());
        for (Contents c = run.contents(); c.next(); ) {
            kill.next();
            output.writeInt(c.tag() + 1, true);
            output.writeInt(c.length(), true);
            output.writeBytes(c.bytes(), c.offset(), c.length());
        }
        output.writeInt(0, true);
        groups++;
    }

    /** Groups written so far. */
    long groups() {
        return groups;
    }

    /** Gives Kryo back. */
    @Override
    public void close() {
        serializer.releaseKryo(kryo);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;

/** Makes a string or a number of what Kryo wrote after its class, without Kryo, which clears its tables of references for each object. */
@FunctionalInterface
interface PlainReader {
    /** The value; null if the program wrote null. */
    Object read(Input input);

    /**
     * The reader of what one of Kryo's own serializers writes, or null if there is none.
     *
     * @param serializer name of its class
     */
    static PlainReader of(String serializer) {
        if (serializer.equals(DefaultSerializers.StringSerializer.class.getName())) {
            return Input::readString;
        } else if (serializer.equals(DefaultSerializers.IntSerializer.class.getName())) {
            return input -> input.readInt(false);
        } else if (serializer.equals(DefaultSerializers.LongSerializer.class.getName())) {
            return input -> input.readLong(false);
        } else if (serializer.equals(DefaultSerializers.DoubleSerializer.class.getName())) {
            return Input::readDouble;
        }
        return null;
    }

    /** The reader of a class whose objects Kryo writes once and then refers to: 0 is null, and 1 an object that comes for the first time. */
    static PlainReader referable(PlainReader reader) {
        return input -> {
            int reference = input.readVarInt(true);
            if (reference > 1) {
                throw new KryoException("a value that stands alone refers to another one: " + reference);
            }
            return reference == 0 ? null : reader.read(input);
        };
    }
}

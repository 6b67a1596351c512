// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

/** A value as the bytes it was serialized to. One object is used for all records of a stream. */
final class RawValue {
    private byte[] bytes;
    private int offset;
    private int length;

    RawValue at(byte[] array, int from, int count) {
        bytes = array;
        offset = from;
        length = count;
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int offset() {
        return offset;
    }

    int length() {
        return length;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

/**
 * One incoming record, as an extractor sees it: control information, and where the bytes of its contents are. The bytes
 * belong to the extractor and need to stay valid only until it is called again. The control information must not change any more: some
 * records are taken ahead of the one that is placed.
 *
 * @param <C> type of the control information
 */
public final class Record<C> {
    private C control;
    private int tag;
    private byte[] bytes;
    private int offset;
    private int length;

    /**
     * Describes the record.
     *
     * @param control what the program needs in order to place the contents
     * @param tag a small number that is kept with the contents, such as the input they came from; one beyond the buffer's
     *            is refused with IllegalArgumentException when the record is placed
     * @param bytes array that holds the contents
     * @param offset first byte
     * @param length number of bytes
     */
    public void set(C control, int tag, byte[] bytes, int offset, int length) {
        this.control = control;
        this.tag = tag;
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    C control() {
        return control;
    }

    int tag() {
        return tag;
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

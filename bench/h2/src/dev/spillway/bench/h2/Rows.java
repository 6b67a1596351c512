// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

/** Cached data: blocks of small objects, each row with an array of its own (64 bytes and a slot of 4 with narrow oops). */
final class Rows {
    static final int ROW_BYTES = 68;
    /** Rows per block: 4 MB. */
    static final int BLOCK_ROWS = (4 << 20) / ROW_BYTES;

    /** One row; {@code other} is there to be written to. */
    static final class Row {
        long key;
        int[] values;
        Object other;

        Row(long key) {
            this.key = key;
            this.values = new int[] {(int) key, 1, 2, 3};
        }
    }

    private Rows() {}

    static Row[] block(long number) {
        Row[] rows = new Row[BLOCK_ROWS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new Row(number * BLOCK_ROWS + i);
        }
        return rows;
    }

    /** Number of blocks in so many megabytes: none in 0, otherwise at least one. */
    static int blocks(int megabytes) {
        return megabytes == 0 ? 0 : Math.max(1, megabytes / 4);
    }

    static Row[][] build(int megabytes) {
        Row[][] blocks = new Row[blocks(megabytes)][];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = block(i);
        }
        return blocks;
    }

    /** Reads every row once, in order. */
    static long scan(Row[][] blocks) {
        long sum = 0;
        for (Row[] block : blocks) {
            for (Row row : block) {
                sum += row.key + row.values[1];
            }
        }
        return sum;
    }

    /** What {@link #scan} has to return. */
    static long expected(int blocks) {
        long rows = (long) blocks * BLOCK_ROWS;
        return rows * (rows - 1) / 2 + rows;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;

/** Bytes in pages that are allocated one after the other and given back together. An address is a page and an offset. */
final class ByteArena {
    /** Small enough that no collector treats a page as a humongous object. */
    static final int PAGE_BYTES = 1 << 18;

    /** Addresses have this many bits, which is a terabyte. */
    static final int ADDRESS_BITS = 40;

    private static final int PAGE_BITS = 18;
    private static final int OFFSET_MASK = PAGE_BYTES - 1;
    // A page, its array header and its place in the directory.
    private static final long PAGE_COST = PAGE_BYTES + 16 + 8;

    private final MemoryBudget budget;
    private byte[][] pages = new byte[16][];
    private int pageCount;
    private int used = PAGE_BYTES;

    ByteArena(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Bytes that can be allocated without another page. */
    int roomInPage() {
        return PAGE_BYTES - used;
    }

    /**
     * Takes contiguous bytes.
     *
     * @param size at most {@link #PAGE_BYTES}
     * @return their address, or -1 if the budget does not grant another page
     */
    long allocate(int size) {
        if (size > roomInPage() && !addPage()) {
            return -1;
        }
        long address = ((long) (pageCount - 1) << PAGE_BITS) + used;
        used += size;
        return address;
    }

    private boolean addPage() {
        if (pageCount == 1 << ADDRESS_BITS - PAGE_BITS || !budget.acquire(PAGE_COST)) {
            return false;
        }
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
        }
        pages[pageCount++] = new byte[PAGE_BYTES];
        used = 0;
        return true;
    }

    byte[] page(long address) {
        return pages[(int) (address >>> PAGE_BITS)];
    }

    static int offset(long address) {
        return (int) address & OFFSET_MASK;
    }

    long bytes() {
        return pageCount * PAGE_COST;
    }

    void clear() {
        long held = bytes();
        pages = new byte[16][];
        pageCount = 0;
        used = PAGE_BYTES;
        if (held > 0) {
            budget.release(held);
        }
    }
}

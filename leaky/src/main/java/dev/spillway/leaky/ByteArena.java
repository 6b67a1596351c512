// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import java.util.Arrays;

/**
 * Bytes in pages that are allocated one after the other and given back together. An address is a page and an offset. The first page
 * begins small and grows, since there may be many small arenas. Once an arena was cleared, for lack of memory as a rule, it
 * begins with a whole page: one that fills whatever little is granted would be cleared again and again.
 */
final class ByteArena {
    /** Small enough that no collector treats a page as a humongous object. */
    static final int PAGE_BYTES = 1 << 18;

    /** Addresses have this many bits, which is a terabyte. */
    static final int ADDRESS_BITS = 40;

    private static final int FIRST_BYTES = 4 << 10;
    private static final int PAGE_BITS = 18;
    private static final int OFFSET_MASK = PAGE_BYTES - 1;
    // A page's array header and its place in the directory.
    private static final long PAGE_EXTRA = 16 + 8;

    private final MemoryBudget budget;
    private int firstBytes = FIRST_BYTES;
    private byte[][] pages = new byte[16][];
    private int pageCount;
    private int used = PAGE_BYTES;
    private long bytes;

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
        if (size > roomInPage() ? !addPage(size) : !growPage(used + size)) {
            return -1;
        }
        long address = ((long) (pageCount - 1) << PAGE_BITS) + used;
        used += size;
        return address;
    }

    private boolean addPage(int size) {
        int length = pageCount == 0 ? Math.max(firstBytes, size) : PAGE_BYTES;
        if (pageCount == 1 << ADDRESS_BITS - PAGE_BITS || !acquire(length + PAGE_EXTRA)) {
            return false;
        }
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
        }
        pages[pageCount++] = new byte[length];
        used = 0;
        return true;
    }

    private boolean growPage(int needed) {
        byte[] page = pages[pageCount - 1];
        if (needed <= page.length) {
            return true;
        }
        int length = Math.min(PAGE_BYTES, Math.max(needed, page.length * 2));
        if (!acquire(length - page.length)) {
            return false;
        }
        pages[pageCount - 1] = Arrays.copyOf(page, length);
        return true;
    }

    private boolean acquire(long more) {
        if (!budget.acquire(more)) {
            return false;
        }
        bytes += more;
        return true;
    }

    byte[] page(long address) {
        return pages[(int) (address >>> PAGE_BITS)];
    }

    static int offset(long address) {
        return (int) address & OFFSET_MASK;
    }

    long bytes() {
        return bytes;
    }

    void clear() {
        long held = bytes;
        pages = new byte[16][];
        pageCount = 0;
        used = PAGE_BYTES;
        firstBytes = PAGE_BYTES;
        bytes = 0;
        if (held > 0) {
            budget.release(held);
        }
    }
}

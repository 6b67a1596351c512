// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.SecondHeap;
import dev.spillway.Statistics;

/** The binding of the product: the JVM's own second heap. */
final class SecondHeapBinding implements HeapBinding {
    @Override
    public boolean isEnabled() {
        return SecondHeap.isEnabled();
    }

    @Override
    public void tag(Object chunk, long label) {
        SecondHeap.tagRoot(chunk, label);
    }

    @Override
    public void move(long label) {
        SecondHeap.move(label);
    }

    @Override
    public void release(long label) {
        SecondHeap.release(label);
    }

    @Override
    public void moveNow() {
        SecondHeap.moveNow();
    }

    @Override
    public Statistics statistics() {
        return SecondHeap.statistics();
    }
}

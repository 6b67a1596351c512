// SPDX-License-Identifier: Apache-2.0
package dev.spillway.programs;

import dev.spillway.SecondHeap;

/** Calls every hint once and prints what the methods give. */
public final class CallEverything {
    private CallEverything() {}

    public static void main(String[] args) {
        byte[][] roots = {new byte[10], null, new byte[20]};
        SecondHeap.tagRoot(roots[0], 1);
        SecondHeap.tagRoots(roots, Long.MIN_VALUE);
        SecondHeap.move(1);
        SecondHeap.release(Long.MIN_VALUE);
        SecondHeap.moveNow();
        System.out.println("enabled=" + SecondHeap.isEnabled());
        System.out.println("contains=" + SecondHeap.contains(roots[0]));
        System.out.println("statistics=" + SecondHeap.statistics());
    }
}

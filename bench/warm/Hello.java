// SPDX-License-Identifier: Apache-2.0

/** Prints its argument, and on the monotonic clock when main began. */
public class Hello {
    public static void main(String[] args) {
        long began = System.nanoTime();
        System.out.println(args[0]);
        System.out.println("main began at " + began);
    }
}

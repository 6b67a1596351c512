// SPDX-License-Identifier: Apache-2.0

/** How deep a recursion goes: in main, again there, in a thread, and in one whose stack has another size. */
public class ExitsDepth {
    private static int depth;

    public static void main(String[] args) throws InterruptedException {
        measure();
        measure();
        for (long size : new long[] {0, 4 << 20}) {
            Thread thread = new Thread(null, ExitsDepth::measure, "deep", size);
            thread.start();
            thread.join();
        }
    }

    private static void measure() {
        depth = 0;
        try {
            down();
        } catch (StackOverflowError e) {
            System.out.println(depth);
        }
    }

    private static void down() {
        depth++;
        down();
    }
}

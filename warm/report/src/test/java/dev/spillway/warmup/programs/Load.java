// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.programs;

/** Thread "loading" loads classes, and some that are not there; thread "other" computes meanwhile. */
public final class Load {
    private Load() {}

    public static void main(String[] arguments) throws InterruptedException {
        Thread loading = new Thread(Load::load, "loading");
        Thread other = new Thread(() -> System.out.println("other=" + compute(loading)), "other");
        loading.start();
        other.start();
        loading.join();
        other.join();
    }

    private static void load() {
        Classes classes = new Classes(20, 4_000_000);
        long start = System.nanoTime();
        int missing = 0;
        try {
            classes.loadClass("Generated1");
            for (int i = 0; i < 10; i++) {
                try {
                    classes.loadClass("Missing" + i);
                } catch (ClassNotFoundException expected) {
                    missing++;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        System.out.println("wall=" + (System.nanoTime() - start));
        System.out.println("slept=" + classes.slept);
        System.out.println("missing=" + missing);
    }

    private static long compute(Thread until) {
        long sum = 0;
        for (long i = 0; until.isAlive(); i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

/** Questions to the driver, for which no task waits long. */
final class Background {
    private Background() {}

    static void run(Runnable asking) {
        Thread thread = new Thread(asking, "spillway-threshold");
        thread.setDaemon(true);
        thread.start();
    }
}

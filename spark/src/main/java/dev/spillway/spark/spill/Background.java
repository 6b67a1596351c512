// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Questions to the driver, for which no task waits long. */
final class Background {
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private Background() {}

    static void run(Runnable asking) {
        Thread thread = new Thread(asking, "spillway-threshold");
        thread.setDaemon(true);
        // Spark ends an executor when a thread ends by an error, as of a heap that was full for a moment.
        thread.setUncaughtExceptionHandler((failed, failure) -> LOG.debug("A question to the driver failed", failure));
        thread.start();
    }
}

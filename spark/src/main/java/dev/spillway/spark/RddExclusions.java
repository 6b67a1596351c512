// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An executor's memory of which RDDs the driver excludes: the driver knows names, so it is asked once for each RDD. */
final class RddExclusions implements IntPredicate {
    private static final Logger LOG = LoggerFactory.getLogger(RddExclusions.class);

    // Far more RDDs than are cached at a time; an RDD that fell out is asked for again.
    private static final int REMEMBERED = 10_000;

    private final DriverQuestion driver;
    private final Map<Integer, Boolean> answers = new LinkedHashMap<>();

    RddExclusions(DriverQuestion driver) {
        this.driver = driver;
    }

    @Override
    public boolean test(int rddId) {
        synchronized (answers) {
            Boolean known = answers.get(rddId);
            if (known != null) {
                return known;
            }
        }
        boolean answer = ask(rddId);
        synchronized (answers) {
            answers.put(rddId, answer);
            if (answers.size() > REMEMBERED) {
                answers.remove(answers.keySet().iterator().next());
            }
            return answer;
        }
    }

    /** Asks the driver, whatever it said before: an RDD may have been checkpointed locally since. */
    boolean ask(int rddId) {
        try {
            return Boolean.TRUE.equals(driver.ask(rddId));
        } catch (Exception e) {
            // Without an answer the safe place is Spark's own store.
            LOG.warn("The driver did not say whether RDD {} is excluded; it is treated as stock treats it", rddId, e);
            return true;
        }
    }

    /** Sends a message to the driver's half of the plug-in and gives its answer. */
    interface DriverQuestion {
        Object ask(Object message) throws Exception;
    }
}

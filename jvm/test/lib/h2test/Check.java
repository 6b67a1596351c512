// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.util.Objects;
import jtreg.SkippedException;

/** Assertions that always run and name what they expected. */
public final class Check {
    private Check() {}

    /** Throws AssertionError with the message unless the condition holds. */
    public static void that(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    /** Throws AssertionError unless both values are equal; prints both. */
    public static void equal(Object actual, Object expected, String what) {
        if (!Objects.equals(actual, expected)) {
            throw new AssertionError(what + ": expected " + expected + ", got " + actual);
        }
    }

    /** Throws AssertionError unless low <= value <= high; prints all three. */
    public static void between(long value, long low, long high, String what) {
        if (value < low || value > high) {
            throw new AssertionError(what + ": expected " + low + " to " + high + ", got " + value);
        }
    }

    /** Ends a test that cannot run here; jtreg reports it as skipped. */
    public static SkippedException skipped(String why) {
        throw new SkippedException(why);
    }

    /** Prints why a part of a test cannot run here. */
    public static void partSkipped(String why) {
        System.out.println("PART SKIPPED: " + why);
    }
}

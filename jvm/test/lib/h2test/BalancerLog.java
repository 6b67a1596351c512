// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of the memory balancer's log lines, in bytes. */
public final class BalancerLog {
    private BalancerLog() {}

    /** A field of a line of -Xlog:balancer=debug that has a sample. */
    public static long field(String sample, String name) {
        return number(sample, " " + name + "=(\\d+) ");
    }

    /** What an action makes of H1's limit; the log has whole megabytes. */
    public static long limitAfter(String action) {
        return number(action, "first heap \\d+M -> (\\d+)M") << 20;
    }

    /** H1's limit before an action. */
    public static long limitBefore(String action) {
        return number(action, "first heap (\\d+)M -> \\d+M") << 20;
    }

    /** What H1 held before an action. */
    public static long held(String action) {
        return number(action, "holds (\\d+)M") << 20;
    }

    private static long number(String line, String regex) {
        Matcher found = Pattern.compile(regex).matcher(line);
        Check.that(found.find(), "no " + regex + " in " + line);
        return Long.parseLong(found.group(1));
    }
}

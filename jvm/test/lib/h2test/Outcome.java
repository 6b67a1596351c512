// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.util.regex.Pattern;

/** Exit code and combined output of a finished process. Each check prints the whole output and throws, or returns this. */
public record Outcome(int exit, String output) {
    /** The process ended with the code. */
    public Outcome exits(int code) {
        return check(exit == code, "expected exit code " + code + ", got " + exit);
    }

    /** The output has a match of the regular expression; ^ and $ are line ends. */
    public Outcome has(String regex) {
        return check(find(regex), "output lacks /" + regex + "/");
    }

    /** The output has no match of the regular expression. */
    public Outcome lacks(String regex) {
        return check(!find(regex), "output has /" + regex + "/");
    }

    /** Start-up ended with exit code 1 and exactly one line about the matter, without a crash. */
    public Outcome refusedWith(String regex) {
        // The launcher repeats an option with a value out of range; that line does not count.
        long lines = output.lines().filter(l -> !l.startsWith("Improperly specified VM option") || l.endsWith("=-1'"))
                .filter(l -> Pattern.compile(regex).matcher(l).find()).count();
        return exits(1).lacks("hs_err|SIGSEGV|Internal Error|assert")
                .check(lines == 1, "expected one line with /" + regex + "/, got " + lines);
    }

    private boolean find(String regex) {
        return Pattern.compile(regex, Pattern.MULTILINE).matcher(output).find();
    }

    private Outcome check(boolean condition, String message) {
        if (!condition) {
            System.out.println("--- output ---\n" + output + "--- end ---");
        }
        Check.that(condition, message + ", output above");
        return this;
    }
}

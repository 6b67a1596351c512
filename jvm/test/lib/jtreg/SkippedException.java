// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package jtreg;

/** What jtreg takes as "this test cannot run here"; it knows the exception by this name. */
public final class SkippedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SkippedException(String why) {
        super(why);
    }
}

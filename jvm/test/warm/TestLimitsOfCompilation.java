// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Code that each run gives up once does not add up over runs until its method is compiled no more
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=240 TestLimitsOfCompilation
 */
import h2test.Outcome;
import h2test.WarmRuns;

public class TestLimitsOfCompilation {
    private static final int RUNS = 14;

    public static void main(String[] args) {
        Outcome outcome = new WarmRuns(Program.class, RUNS).warm("-XX:+UseSerialGC", "-XX:PerMethodRecompilationCutoff=8", "-XX:-BackgroundCompilation",
                "-XX:+PrintCompilation", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestLimitsOfCompilation*::*");
        // The method is compiled by the second compiler in the last run, too.
        outcome.exits(0).has("(?s)begins 13.*%[ b]+4 +TestLimitsOfCompilation.Program::main.*sum 13")
                .lacks("not compilable on level 4 +TestLimitsOfCompilation");
    }

    /** Its loop is code for the middle of a method that needs a class, which is dropped after each run. */
    public static class Program {
        public static void main(String[] args) {
            System.out.println("begins " + args[0]);
            long sum = 0;
            for (int i = 0; i < 500_000; i++) {
                sum += Work.next(i);
            }
            System.out.println("sum " + args[0] + " " + sum);
        }
    }

    static class Work {
        private static int step = Integer.parseInt("3");

        static int next(int i) {
            return step + i % 5;
        }
    }
}

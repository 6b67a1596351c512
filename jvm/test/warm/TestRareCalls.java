// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary What a program calls a few times in each run is not compiled in the end, as if it were hot: servers' code and profiles grew for a thousand runs
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=240 TestRareCalls
 */
import h2test.Outcome;
import h2test.WarmRuns;

public class TestRareCalls {
    // Five calls in each are 600 in all; the VM compiles from 200 on.
    private static final int RUNS = 120;

    public static void main(String[] args) {
        Outcome outcome = new WarmRuns(Program.class, RUNS).warm("-XX:+UseSerialGC", "-XX:-BackgroundCompilation", "-XX:+PrintCompilation",
                "-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,TestRareCalls*::*", "-XX:CompileOnly=TestRareCalls*::*");
        outcome.exits(0).has("TestRareCalls.Program::often").has("sum 119").lacks("TestRareCalls.Program::rarely");
    }

    /** Its methods are not worth compiling in one run. */
    public static class Program {
        private static int sum;

        public static void main(String[] args) {
            for (int i = 0; i < 60; i++) {
                often(i);
            }
            for (int i = 0; i < 5; i++) {
                rarely(i);
            }
            System.out.println("sum " + args[0] + " " + sum);
        }

        private static void often(int i) {
            sum += i;
        }

        private static void rarely(int i) {
            sum -= i;
        }
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A reset does not wait for what the second compiler is compiling, which is compiled in a later run
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=480 TestCompilationsGivenUp
 */
import h2test.WarmRuns;

public class TestCompilationsGivenUp {
    private static final String GIVEN_UP = "COMPILE SKIPPED: the run has ended";
    // What C2 says instead when it is about to emit code just as the compilers are told to stop.
    private static final String STOPPED = "COMPILE SKIPPED: (the run has ended|CodeCache is full)";
    // What follows from giving up is held against the method, which would never be compiled again.
    private static final String COUNTED = "parse failed|retry at different tier";

    public static void main(String[] args) {
        compilationsWithoutEndAreGivenUp("-XX:+UseSerialGC");
        compilationsWithoutEndAreGivenUp("-XX:+UseParallelGC");
        whatTakesLongerThanARunIsCompiledInTheEnd();
    }

    /** A reset that waited for that would be refused after a minute. Only the fifth would wait. */
    private static void compilationsWithoutEndAreGivenUp(String collector) {
        // Not tiered, since the first compiler, which is quick, gives nothing up.
        new WarmRuns(Repeated.class, 3).warm(collector, "-XX:-TieredCompilation", "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+PrintCompilation", "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=RepeatCompilation,TestCompilationsGivenUp*::work*,300000")
                .exits(0)
                .has("(?s)begins 0.*" + STOPPED + ".*begins 1.*" + STOPPED + ".*begins 2.*" + STOPPED)
                .lacks(COUNTED);
    }

    private static void whatTakesLongerThanARunIsCompiledInTheEnd() {
        // The fifth and the eighth reset wait. Without them the method is compiled and given up in every run.
        new WarmRuns(Large.class, 11).warm("-XX:+UseParallelGC", "-XX:+PrintCompilation", "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=inline,TestCompilationsGivenUp*::*")
                .exits(0)
                .has("(?s)begins 0.*Large::much[^\n]*" + GIVEN_UP + ".*begins 10")
                .lacks("(?s)begins 10.*Large::much[^\n]*COMPILE SKIPPED")
                .lacks(COUNTED);
    }

    /** Each run has a method of its own, which is compiled when it has ended. */
    public static class Repeated {
        public static void main(String[] args) {
            System.out.println("begins " + args[0]);
            long sum = 0;
            for (int i = 0; i < 200_000; i++) {
                sum += switch (args[0]) {
                    case "0" -> work0(i);
                    case "1" -> work1(i);
                    default -> work2(i);
                };
            }
            System.out.println("sum " + sum);
        }

        static long work0(int i) {
            return Integer.toString(i).length() + 1;
        }

        static long work1(int i) {
            return Integer.toString(i).length() + 2;
        }

        static long work2(int i) {
            return Integer.toString(i).length() + 3;
        }
    }

    /** Its method is called often enough to be compiled, and takes the compiler longer than the run. */
    public static class Large {
        private static final int[] VALUES = new int[4];

        public static void main(String[] args) {
            System.out.println("begins " + args[0]);
            for (int i = 0; i < 20_000; i++) {
                much(i);
            }
            System.out.println("sum " + VALUES[0]);
        }

        static void much(int i) {
            more(i + 0);
            more(i + 1);
            more(i + 2);
            more(i + 3);
            more(i + 4);
            more(i + 5);
            more(i + 6);
            more(i + 7);
        }

        static void more(int i) {
            some(i + 0);
            some(i + 1);
            some(i + 2);
            some(i + 3);
            some(i + 4);
            some(i + 5);
            some(i + 6);
            some(i + 7);
        }

        static void some(int i) {
            for (int j = 1; j < VALUES.length; j++) {
                for (int k = 0; k < j; k++) {
                    VALUES[k] += VALUES[j] ^ i + k;
                }
            }
        }
    }
}

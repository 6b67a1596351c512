// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Code may have the numbers in static finals of a program; it is dropped in a run in which one of them is another
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=240 TestFoldedNumbers
 */
import h2test.Check;
import h2test.Outcome;
import h2test.WarmRuns;

public class TestFoldedNumbers {
    private static final String[] CHANGING = {"BOOLEAN", "BYTE", "CHAR", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE"};

    public static void main(String[] args) {
        WarmRuns runs = new WarmRuns(Program.class, 6);
        for (String[] options : new String[][] {{"-XX:+UseSerialGC"}, {"-XX:+UseParallelGC", "-Xbatch"}, {"-XX:+UseSerialGC", "-Xbatch", "-XX:TieredStopAtLevel=1"},
                {"-XX:+UseParallelGC", "-Xbatch", "-XX:-TieredCompilation"}, {"-XX:+UseSerialGC", "-Xbatch", "-XX:+DeoptimizeALot", "-XX:+IgnoreUnrecognizedVMOptions"}}) {
            runs.sameAsCold(options);
        }
        // They must in fact have been in the code, once: a number that changes is put into none again.
        Outcome told = runs.warm("-XX:+UseSerialGC", "-Xbatch", "-Xlog:class+init").exits(0);
        for (String field : CHANGING) {
            long times = told.output().lines().filter(line -> line.contains("Numbers." + field + " is another number in this run")).count();
            // Pieces of code that were compiled before the first of them was found, by both compilers, have it, too.
            Check.that(times >= 1 && times <= 10, field + ": " + times);
        }
        Check.that(!told.output().contains("SAME is another number"), "a number that does not change: " + told.output());
        told.has("compiled code: [0-9]+ kept, [1-9][0-9]* waiting for classes").has("[1-9][0-9]* linked again");
    }

    static class Program {
        static int run;

        public static void main(String[] args) {
            // The same in two runs each, so that code of the first is used in the second.
            run = Integer.parseInt(args[0]) / 2;
            double sum = 0;
            for (int i = 0; i < 200_000; i++) {
                sum += step(i);
            }
            System.out.println(run + ": " + sum + " " + Later.inside + " " + Later.AFTER);
        }

        static double step(int i) {
            double x = i % Numbers.SAME + i % Numbers.INT + (Numbers.BOOLEAN ? 1 : 2) + Numbers.BYTE * 3 + Numbers.CHAR * 5 + Numbers.SHORT * 7;
            return x + Numbers.LONG % 1000 + Numbers.FLOAT * 2 + Numbers.DOUBLE * 3 + (i > 100_000 ? Later.use(i) : 0);
        }
    }

    static class Numbers {
        static final int SAME = Integer.parseInt("1009");
        static final boolean BOOLEAN = Program.run % 2 == 0;
        static final byte BYTE = (byte) -Program.run;
        static final char CHAR = (char) (0xFFFE + Program.run % 2);
        static final short SHORT = (short) (Short.MIN_VALUE + Program.run);
        static final int INT = Integer.MAX_VALUE - Program.run;
        static final long LONG = Long.MIN_VALUE + Program.run;
        static final float FLOAT = Program.run == 1 ? -0.0f : 0.0f + Program.run;
        static final double DOUBLE = Program.run / 7.0;
    }

    /** Its own initialiser runs code that was compiled with its number, when that is not there yet. */
    static class Later {
        static double inside = sum();
        static final int AFTER = Program.run + 40;

        static int use(int i) {
            return AFTER + (i & 1);
        }

        static double sum() {
            double sum = 0;
            for (int i = 0; i < 1000; i++) {
                sum += use(i);
            }
            return sum;
        }
    }
}

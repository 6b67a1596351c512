// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=some
 * @summary Compiled code that outlives a run sees this run's statics only, and initialises classes again
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestCompiledCode some
 */
/*
 * @test id=all
 * @summary The same with every collector and compiler
 * @key soak
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=600 TestCompiledCode all
 */
import h2test.WarmRuns;

public class TestCompiledCode {
    public static void main(String[] args) {
        new WarmRuns(Program.class, 3).test(args[0], TestCompiledCode::some, TestCompiledCode::all);
    }

    private static void some(WarmRuns runs) {
        // With code compiled in the background, which a reset can overtake.
        runs.sameAsCold("-XX:+UseSerialGC");
        runs.sameAsCold("-XX:+UseSerialGC", "-Xbatch", "-XX:-TieredCompilation");
        runs.sameAsCold("-XX:+UseParallelGC", "-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestCompiledCode*::*");
        // The code must in fact be kept, not thrown away: else this test shows nothing.
        runs.warm("-XX:+UseSerialGC", "-Xbatch", "-Xlog:class+init").exits(0)
                .has("compiled code: [0-9]+ kept, [1-9][0-9]* waiting for classes").has("[1-9][0-9]* linked again");
    }

    private static void all(WarmRuns runs) {
        for (String gc : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            runs.sameAsCold(gc);
            runs.sameAsCold(gc, "-Xbatch");
            runs.sameAsCold(gc, "-Xbatch", "-XX:-TieredCompilation");
            runs.sameAsCold(gc, "-Xbatch", "-XX:TieredStopAtLevel=1");
            runs.sameAsCold(gc, "-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestCompiledCode*::*");
        }
    }

    static class Program {
        public static void main(String[] args) {
            Config.text = args[0];
            long sum = 0;
            for (int i = 0; i < 200_000; i++) {
                sum += step(i);
            }
            System.out.println(sum + " " + Late.uses + " " + Colour.valueOf("RED").weight + " " + Final.OBJECT);
        }

        static int step(int i) {
            int x = Final.NUMBER + Final.ARRAY[i & 3] + Final.OBJECT.length();
            x += Colour.values()[i % 3].weight + rank(Colour.values()[i % 3]);
            x += Counter.next();
            if (i > 150_000) {
                x += Late.use();
            }
            return x;
        }

        static int rank(Colour colour) {
            return switch (colour) {
                case RED -> 1;
                case GREEN -> 2;
                case BLUE -> 3;
            };
        }
    }

    static class Config {
        static String text = "none";
    }

    static class Final {
        static final int NUMBER = Integer.parseInt(Config.text) * 1000;
        static final int[] ARRAY = {NUMBER, 1, 2, 3};
        static final String OBJECT = "run " + Config.text;

        static {
            System.out.println("Final");
        }
    }

    enum Colour {
        RED, GREEN, BLUE;

        final int weight = Final.NUMBER + ordinal();

        static {
            System.out.println("Colour");
        }
    }

    static class Counter {
        static int count = Final.NUMBER;

        static int next() {
            return count++;
        }
    }

    static class Late {
        static int uses;

        static {
            System.out.println("Late, counter at " + Counter.count);
        }

        static int use() {
            return uses++ & 1;
        }
    }
}

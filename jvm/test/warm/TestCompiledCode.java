// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Compiled code that outlives a run sees this run's statics only, and initialises classes again
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=600 TestCompiledCode
 */
import h2test.WarmRuns;

public class TestCompiledCode {
    public static void main(String[] args) {
        for (String gc : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            WarmRuns.sameAsCold(Program.class, 4, gc, "-Xbatch");
            WarmRuns.sameAsCold(Program.class, 4, gc, "-Xbatch", "-XX:-TieredCompilation");
            WarmRuns.sameAsCold(Program.class, 4, gc, "-Xbatch", "-XX:TieredStopAtLevel=1");
            WarmRuns.sameAsCold(Program.class, 3, gc, "-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestCompiledCode*::*");
        }
        // With code compiled in the background, which a reset can overtake.
        WarmRuns.sameAsCold(Program.class, 8, "-XX:+UseSerialGC");
        // The code must in fact be kept, not thrown away: else this test shows nothing.
        WarmRuns.warm(Program.class, 3, "-XX:+UseSerialGC", "-Xbatch", "-Xlog:class+init").exits(0)
                .has("compiled code: [0-9]+ kept, [1-9][0-9]* waiting for classes").has("[1-9][0-9]* linked again");
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

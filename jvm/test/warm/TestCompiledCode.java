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
    private static final int RUNS = 3;

    public static void main(String[] args) {
        String cold = WarmRuns.cold(Program.class, RUNS);
        if (args[0].equals("all")) {
            all(cold);
        } else {
            some(cold);
        }
    }

    private static void some(String cold) {
        // With code compiled in the background, which a reset can overtake.
        same(cold, "-XX:+UseSerialGC");
        same(cold, "-XX:+UseSerialGC", "-Xbatch", "-XX:-TieredCompilation");
        same(cold, "-XX:+UseParallelGC", "-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestCompiledCode*::*");
        // The code must in fact be kept, not thrown away: else this test shows nothing.
        WarmRuns.warm(Program.class, RUNS, "-XX:+UseSerialGC", "-Xbatch", "-Xlog:class+init").exits(0)
                .has("compiled code: [0-9]+ kept, [1-9][0-9]* waiting for classes").has("[1-9][0-9]* linked again");
    }

    private static void all(String cold) {
        for (String gc : new String[] {"-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            same(cold, gc);
            same(cold, gc, "-Xbatch");
            same(cold, gc, "-Xbatch", "-XX:-TieredCompilation");
            same(cold, gc, "-Xbatch", "-XX:TieredStopAtLevel=1");
            same(cold, gc, "-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=TestCompiledCode*::*");
        }
    }

    private static void same(String cold, String... options) {
        WarmRuns.sameAsCold(Program.class, cold, RUNS, options);
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

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Classes of call sites that each run links anew are unloaded after it, those of sites that stay are made once
 * @library /lib /server
 * @build dev.spillway.warm.RepeatedRuns
 * @run main/timeout=120 TestClassesOfCallSites
 */
import h2test.Check;
import h2test.WarmRuns;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class TestClassesOfCallSites {
    private static final int RUNS = 5;
    private static final Pattern LOADED = Pattern.compile("^.*\\[class,load *\\] (TestClassesOfCallSites\\S*[/+]0x[0-9a-f]+)", Pattern.MULTILINE);
    private static final Pattern STRONG = Pattern.compile("LookupDefineClass: TestClassesOfCallSites[$](\\S+) - .*, hidden, strong,");
    private static final Pattern UNLOADED = Pattern.compile("^.*\\[class,unload *\\] unloading class (TestClassesOfCallSites\\S*[/+]0x[0-9a-f]+)", Pattern.MULTILINE);

    public static void main(String[] args) {
        new WarmRuns(Program.class, 3).sameAsCold("-XX:+UseParallelGC", "-Xbatch");
        String log = new WarmRuns(Program.class, RUNS).warm("-XX:+UseParallelGC", "-Xlog:class+load,class+unload,class+nestmates").exits(0).output();
        Map<String, Integer> anew = Map.of("Initialising$$Lambda", RUNS, "Switching$$TypeSwitch", RUNS, "ByHand$$Lambda", RUNS,
                "Defining$Hidden", RUNS, "Defining$Hidden$$Lambda", RUNS);
        Map<String, Integer> all = new HashMap<>(anew);
        all.put("Program$$Lambda", 1);
        Check.equal(count(STRONG, log), Map.of("Program$$Lambda", 1), "classes that live as long as their loader");
        Check.equal(count(LOADED, log), all, "classes made");
        Check.equal(count(UNLOADED, log), anew, "classes unloaded");
    }

    private static Map<String, Integer> count(Pattern pattern, String log) {
        Map<String, Integer> counts = new HashMap<>();
        for (Matcher line = pattern.matcher(log); line.find();) {
            String name = line.group(1).replaceAll("[/+_]0x[0-9a-f]+", "").replace("TestClassesOfCallSites$", "");
            counts.merge(name, 1, Integer::sum);
        }
        return counts;
    }

    public static class Program {
        public static void main(String[] args) throws Throwable {
            Supplier<String> stays = () -> "stays";
            System.out.println(stays.get() + Initialising.text() + Switching.text(args[0]) + ByHand.text() + Defining.text());
        }
    }

    /** Each run has to initialise the interface when it makes the lambda. */
    static class Initialising {
        interface Announced {
            Object FIRST = announce();

            String get();

            default String twice() {
                return get() + get();
            }
        }

        static Object announce() {
            System.out.println("Announced");
            return new Object();
        }

        static String text() {
            Announced made = () -> "initialising";
            return made.twice();
        }
    }

    /** A switch over constants of an enum remembers them. */
    static class Switching {
        sealed interface Shape permits Kind, Named {}

        enum Kind implements Shape { ROUND, SQUARE }

        record Named(String name) implements Shape {}

        static String text(String number) {
            return of(Kind.values()[Integer.parseInt(number) % 2]) + of(new Named(number));
        }

        static String of(Shape shape) {
            return switch (shape) {
                case Kind.ROUND -> "round";
                case Kind.SQUARE -> "square";
                case Named named -> named.name();
            };
        }
    }

    /** As Scala makes lambdas again that were written as objects. */
    static class ByHand {
        static String value() {
            return "by hand";
        }

        static String text() throws Throwable {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodType type = MethodType.methodType(String.class);
            MethodHandle value = lookup.findStatic(ByHand.class, "value", type);
            MethodHandle maker = LambdaMetafactory.metafactory(lookup, "get", MethodType.methodType(Supplier.class),
                    type.changeReturnType(Object.class), value, type).getTarget();
            return (String) ((Supplier<?>) maker.invoke()).get();
        }
    }

    /** A class that a program asks to keep as long as its loader: only its name could find it then, and it has none. */
    static class Defining {
        static class Hidden {
            @Override
            public String toString() {
                Supplier<String> ofOneThatGoes = () -> "hidden";
                return ofOneThatGoes.get();
            }
        }

        static String text() throws Exception {
            byte[] code;
            try (var in = Defining.class.getResourceAsStream("TestClassesOfCallSites$Defining$Hidden.class")) {
                code = in.readAllBytes();
            }
            return MethodHandles.lookup().defineHiddenClass(code, true, MethodHandles.Lookup.ClassOption.STRONG).lookupClass()
                    .getDeclaredConstructor().newInstance().toString();
        }
    }
}

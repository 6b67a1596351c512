// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary -Xlog:h2* tells what each collection moved and freed; without it and without H2 nothing is said
 * @library /lib /hints
 * @run main TestGcLog
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Vm;

public class TestGcLog {
    public static void main(String[] args) {
        if (args.length == 0) {
            Vm.runH2("-Xlog:h2*=debug", TestGcLog.class.getName(), "child").exits(0)
                    .has("h2 *\\].*moved [1-9]").has("h2 *\\].*freed [1-9]");
            onlyFullCollectionsSayHowH2Changed();
            Vm.run("-XX:+UseParallelGC", "-Xlog:all=info", TestGcLog.class.getName(), "child").exits(0)
                    .lacks("h2 *\\]").lacks("(?i)second heap");
            return;
        }
        if (args[0].equals("young")) {
            H2.moved(Graphs.list(20_000, 1), 1);
            System.out.println("MOVED");
            Gc.young();
            Gc.young();
            return;
        }
        Object list = Graphs.list(20_000, 1);
        if (SecondHeap.isEnabled()) {
            H2.moved(list, 1);
        }
        Gc.young();
        list = null;
        Gc.full();
    }

    // The size before was that of the last full collection, so each minor one seemed to fill H2 anew.
    private static void onlyFullCollectionsSayHowH2Changed() {
        String log = Vm.runH2("-Xlog:gc*", TestGcLog.class.getName(), "young").exits(0).has("H2: 0K->[1-9]").output();
        String after = log.substring(log.indexOf("MOVED"));
        Check.that(after.contains("Pause Young"), "no minor collection after the move:\n" + log);
        Check.that(!after.matches("(?s).*H2: [0-9]+K->.*"), "a minor collection said how H2 changed:\n" + after);
    }
}

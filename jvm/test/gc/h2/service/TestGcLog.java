// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary -Xlog:h2* tells what each collection moved and freed; without it and without H2 nothing is said
 * @library /lib /hints
 * @run main TestGcLog
 */
import dev.spillway.SecondHeap;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Vm;

public class TestGcLog {
    public static void main(String[] args) {
        if (args.length == 0) {
            Vm.runH2("-Xlog:h2*=debug", TestGcLog.class.getName(), "child").exits(0)
                    .has("h2 *\\].*moved [1-9]").has("h2 *\\].*freed [1-9]");
            Vm.run("-XX:+UseParallelGC", "-Xlog:all=info", TestGcLog.class.getName(), "child").exits(0)
                    .lacks("h2 *\\]").lacks("(?i)second heap");
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
}

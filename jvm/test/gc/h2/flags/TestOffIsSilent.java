// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Without SecondHeapSize nothing is said, nothing is opened, and every hint is a no-op
 * @library /lib /hints
 * @run main TestOffIsSilent
 */
import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import h2test.Check;
import h2test.Graphs;
import h2test.Vm;
import java.lang.management.ManagementFactory;

public class TestOffIsSilent {
    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            Vm.run("-XX:+UseParallelGC", "-Xlog:all", "-version").exits(0).lacks("h2 *\\]|(?i)second *heap");
            Vm.run("-XX:+UseParallelGC", "-XX:+PrintFlagsFinal", "-version").exits(0).has("SecondHeapSize += 0 ");
            Vm.run("-XX:+UseParallelGC", "-XX:SecondHeapSize=0", "-XX:SecondHeapPath=/missing", "-version").exits(0);
            for (String gc : new String[] {"UseParallelGC", "UseSerialGC", "UseG1GC"}) {
                if (Vm.run("-XX:+" + gc, "-version").exit() == 0) {
                    Vm.run("-XX:+" + gc, TestOffIsSilent.class.getName(), "child").exits(0).lacks("(?i)warning|second heap");
                }
            }
            return;
        }
        Check.that(!SecondHeap.isEnabled(), "isEnabled");
        Object root = Graphs.list(100, 1);
        SecondHeap.tagRoot(root, 1);
        SecondHeap.tagRoots(new Object[] {root, null}, 1);
        SecondHeap.move(1);
        SecondHeap.release(1);
        SecondHeap.moveNow();
        System.gc();
        Check.that(!SecondHeap.contains(root), "contains");
        Check.equal(SecondHeap.statistics(), new Statistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "statistics");
        Check.that(ManagementFactory.getMemoryPoolMXBeans().stream().noneMatch(p -> p.getName().matches("(?i).*second heap.*|H2")), "memory pool");
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary -Xmx bounds H1 only, with explicit and default heap sizes, and every report of the heap's size is H1's
 * @library /lib /hints
 * @run main TestMaxMemoryIsH1
 * @run main/othervm -XX:+UseParallelGC -Xmx96m -XX:SecondHeapSize=1g -XX:SecondHeapPath=. TestMaxMemoryIsH1 96
 * @run main/othervm -XX:+UseParallelGC -Xms48m -Xmx96m -XX:SecondHeapSize=64m -XX:SecondHeapPath=. TestMaxMemoryIsH1 96
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.H2;
import h2test.Vm;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

public class TestMaxMemoryIsH1 {
    public static void main(String[] args) {
        if (args.length == 0) {
            defaultSizeIsThatOfStock();
            return;
        }
        H2.required();
        long max = Long.parseLong(args[0]) << 20;
        Check.between(Runtime.getRuntime().maxMemory(), max * 3 / 4, max, "maxMemory");
        Check.between(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax(), max * 3 / 4, max, "maximum of the heap bean");
        List<byte[]> filler = new ArrayList<>();
        try {
            while (true) {
                filler.add(new byte[1 << 20]);
                Check.that(filler.size() <= max >> 20, "H1 holds more than -Xmx");
            }
        } catch (OutOfMemoryError expected) {
            Check.between(filler.size(), (max >> 20) / 2, max >> 20, "MB that fit into H1");
        }
        filler.clear();
        Check.equal(SecondHeap.statistics().usedBytes(), 0L, "bytes used in H2 by a program without hints");
    }

    private static void defaultSizeIsThatOfStock() {
        String[] flags = {"-XX:+UseParallelGC", "-XX:+PrintFlagsFinal", "-version"};
        String stock = maxHeapSize(Vm.run(flags).output());
        String with = maxHeapSize(Vm.run("-XX:SecondHeapSize=64m", "-XX:SecondHeapPath=.", flags[0], flags[1], flags[2]).output());
        Check.equal(with, stock, "default MaxHeapSize with an H2");
    }

    private static String maxHeapSize(String output) {
        return output.lines().filter(l -> l.contains(" MaxHeapSize ")).findFirst().orElseThrow().replaceAll("\\s+", " ");
    }
}

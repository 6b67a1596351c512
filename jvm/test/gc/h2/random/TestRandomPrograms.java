// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=threads
 * @summary Random programs: graphs are made, changed, linked, tagged, moved and dropped, and always have the content the shadow says
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=1 TestRandomPrograms 1 1 2000
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 TestRandomPrograms 3 2 1500
 */
/*
 * @test id=compilers
 * @summary The same interpreted and with C2 only
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Xint TestRandomPrograms 4 1 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-TieredCompilation TestRandomPrograms 6 2 1500
 */
/*
 * @test id=oops
 * @summary The same with other oops and headers
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops TestRandomPrograms 7 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders TestRandomPrograms 9 2 1500
 */
/*
 * @test id=policies
 * @summary The same with the full closure, groups of dependencies, and a small H2 that fills up beside string deduplication
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestRandomPrograms 11 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapDependencies=groups TestRandomPrograms 15 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapSize=8m -XX:+UseStringDeduplication TestRandomPrograms 12 2 1500
 */
/*
 * @test id=modes
 * @key soak
 * @summary The same in further modes of threads, compilers, objects and policies
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=2 TestRandomPrograms 2 3 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:TieredStopAtLevel=1 TestRandomPrograms 5 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ObjectAlignmentInBytes=16 TestRandomPrograms 8 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders -XX:-UseCompressedOops TestRandomPrograms 10 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders -XX:ObjectAlignmentInBytes=16 TestRandomPrograms 16 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapWriteMode=mmap TestRandomPrograms 14 2 1500
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:MarkSweepAlwaysCompactCount=50 -XX:-UseCompressedOops TestRandomPrograms 13 2 1500
 */
/*
 * @test id=soak
 * @key soak
 * @summary The same for minutes
 * @library /lib /hints
 * @run main/othervm/timeout=1200 -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestRandomPrograms 100 4 60000
 * @run main/othervm/timeout=1200 -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:ParallelGCThreads=4 -XX:+UseCompactObjectHeaders -XX:-VerifyBeforeGC TestRandomPrograms 101 4 100000
 * @run main/othervm/timeout=1200 -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapSize=32m -XX:-VerifyBeforeGC TestRandomPrograms 102 4 100000
 */
import h2test.Check;
import h2test.H2;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Arguments: seed, mutator threads, steps of each. */
public class TestRandomPrograms {
    public static void main(String[] args) throws Exception {
        H2.required();
        long seed = Long.parseLong(args[0]);
        int threads = Integer.parseInt(args[1]);
        int steps = Integer.parseInt(args[2]);
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> results = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                results.add(pool.submit(new RandomGraphs(seed * 100 + t, 200, steps, 300)));
            }
            for (Future<?> f : results) {
                f.get();
            }
        }
        var s = dev.spillway.SecondHeap.statistics();
        System.out.println(s);
        // A small H2 may be full before anything in it dies; that run is about what stays in H1.
        boolean small = s.capacityBytes() <= 16 << 20;
        Check.that(s.movedObjects() > 0 && (small || s.freedRegions() > 0), "a program that never moved or freed proves nothing: " + s);
    }
}

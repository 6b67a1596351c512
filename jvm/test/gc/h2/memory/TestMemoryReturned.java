// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Anonymous memory falls by at least 90% of the moved bytes by the collection after the move
 * @comment A debug VM writes a pattern over unused memory, which would bring its pages back. Pages of a young generation of 24 MB that are
 *          touched between the two readings only would be taken from what is returned, as would 7 MB of the optimizing compiler.
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+IgnoreUnrecognizedVMOptions -XX:-ZapUnusedHeapArea -Xmn4m -XX:TieredStopAtLevel=1 -Xms32m -Xmx512m -XX:-VerifyBeforeGC -XX:-VerifyAfterGC TestMemoryReturned
 */
/*
 * @test id=soak
 * @key soak
 * @summary Anonymous memory falls by at least 90% of the moved bytes by the collection after the move
 * @comment A debug VM writes a pattern over unused memory, which would bring its pages back. Pages of a young generation of 24 MB that are
 *          touched between the two readings only would be taken from what is returned, as would 7 MB of the optimizing compiler.
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+IgnoreUnrecognizedVMOptions -XX:-ZapUnusedHeapArea -Xmn4m -XX:TieredStopAtLevel=1 -Xms512m -Xmx512m -XX:-VerifyBeforeGC -XX:-VerifyAfterGC TestMemoryReturned
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.ProcessFiles;

public class TestMemoryReturned {
    public static void main(String[] args) throws Exception {
        H2.required();
        Object[] roots = Graphs.array(150, i -> Graphs.of(Graphs.Shape.ROWS, 20_000, i));
        Gc.full();
        Gc.full();
        long before = ProcessFiles.statusKb("RssAnon");
        SecondHeap.tagRoots(roots, 1);
        SecondHeap.moveNow();
        Gc.full();
        long after = ProcessFiles.statusKb("RssAnon");
        long moved = SecondHeap.statistics().movedBytes() >> 10;
        System.out.println("anonymous kB before " + before + ", after " + after + ", moved " + moved);
        Check.between(moved, 60_000, 400_000, "moved kB");
        Check.between(before - after, moved * 9 / 10, before, "kB of anonymous memory returned");
        Check.that(((Object[]) roots[7]).length == 20_000, "root");
        Object[] again = Graphs.array(2000, i -> new byte[50_000]);
        Gc.full();
        Check.that(again.length == 2000, "memory can be used again");
    }
}

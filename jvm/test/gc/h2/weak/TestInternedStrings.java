// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Strings interned before or after their move stay canonical, and leave the string table with their label
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestInternedStrings
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseStringDeduplication -XX:StringDeduplicationAgeThreshold=1 TestInternedStrings
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;

public class TestInternedStrings {
    private static final int SIZE = 5_000;

    public static void main(String[] args) throws Exception {
        H2.required();
        Object[] before = Graphs.array(SIZE, i -> text("before", i).intern());
        Object[] after = Graphs.array(SIZE, i -> text("after", i));
        SecondHeap.tagRoot(before, 1);
        SecondHeap.tagRoot(after, 2);
        SecondHeap.moveNow();
        H2.in(before, "array of interned strings");
        for (int i = 0; i < SIZE; i++) {
            H2.in(before[i], "interned string that nothing else holds");
            after[i] = ((String) after[i]).intern();
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < SIZE; i++) {
                Check.that(text("before", i).intern() == before[i], "string interned before the move is canonical");
                Check.that(text("after", i).intern() == after[i], "string interned in H2 is canonical");
            }
            Gc.young();
            Gc.full();
        }
        before = null;
        after = null;
        Gc.full();
        Check.equal(H2.used(), 0L, "bytes used when the string table is all that refers to H2");
        for (int i = 0; i < SIZE; i++) {
            String s = text("before", i).intern();
            H2.notIn(s, "string interned anew");
            Check.equal(s, "before" + i, "string interned anew");
        }
    }

    private static String text(String prefix, int i) {
        return new StringBuilder(prefix).append(i).toString();
    }
}

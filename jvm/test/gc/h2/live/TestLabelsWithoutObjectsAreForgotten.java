// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Labels whose objects are gone leave the VM's table, also when the program never releases them
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyBeforeGC TestLabelsWithoutObjectsAreForgotten
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;

/** A label passed to move() stayed in the VM's table until release(), which a program with a label a request never calls. */
public class TestLabelsWithoutObjectsAreForgotten {
    private static final int LABELS = 6_000;
    private static final int AT_ONCE = 1_500;

    public static void main(String[] args) throws Exception {
        H2.required();
        Object kept = Graphs.list(10, 7);
        SecondHeap.tagRoot(kept, -7);
        SecondHeap.move(-7);
        for (int first = 0; first < LABELS; first += AT_ONCE) {
            Object[] roots = Graphs.array(AT_ONCE, i -> Graphs.list(5, i));
            for (int i = 0; i < AT_ONCE; i++) {
                SecondHeap.tagRoot(roots[i], first + i);
                SecondHeap.move(first + i);
            }
            Gc.full();
            Check.that(SecondHeap.contains(roots[0]), "labels passed to move() are moved by a full collection");
            roots = null;
            Gc.full();
        }
        Gc.full();
        Gc.full();
        Check.between(known(), 1L, 1_100L, "labels the VM still knows");
        H2.in(kept, "object of a label that lives");
        Object more = Graphs.list(10, 8);
        SecondHeap.tagRoot(more, -7);
        Gc.full();
        H2.in(more, "a later root of the label that lives");
    }

    private static long known() throws Exception {
        String text = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcSecondHeap", new Object[0], new String[0]);
        Matcher m = Pattern.compile("(\\d+) known").matcher(text);
        Check.that(m.find(), "no number of known labels in: " + text);
        return Long.parseLong(m.group(1));
    }
}

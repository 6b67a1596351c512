// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A full collection does not read the objects in H2 that weak, soft and phantom references in H1 refer to
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyAfterGC TestReferencesToColdObjects
 */
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.ProcessFiles;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

public class TestReferencesToColdObjects {
    public static void main(String[] args) throws Exception {
        H2.required();
        Object[] cold = H2.moved(Graphs.array(20_000, i -> new byte[2000]), 1);
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<Reference<Object>> references = new ArrayList<>();
        for (Object o : cold) {
            references.add(switch (references.size() % 3) {
                case 0 -> new WeakReference<>(o);
                case 1 -> new SoftReference<>(o);
                default -> new PhantomReference<>(o, queue);
            });
        }
        Gc.full();
        ProcessFiles.forgetReferenced();
        Gc.full();
        long touched = ProcessFiles.referencedOfSecondHeapKb();
        // The assertions of a debug build read headers.
        boolean asserts = !System.getProperty("jdk.debug").equals("release");
        Check.that(asserts || touched < 8192, touched + " kB of 40 MB of H2 were read in a full collection");
        for (int i = 0; i < cold.length; i++) {
            Check.that(references.get(i).refersTo(cold[i]), "reference " + i);
        }
        Check.that(queue.poll() == null, "a live referent was enqueued");
    }
}

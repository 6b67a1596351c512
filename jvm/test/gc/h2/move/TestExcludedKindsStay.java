// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Class mirrors, references, class loaders and threads stay in H1, whether tagged or inside a closure; their neighbours move
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestExcludedKindsStay
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestExcludedKindsStay
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.H2;
import h2test.Node;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CountDownLatch;

public class TestExcludedKindsStay {
    public static void main(String[] args) throws Exception {
        H2.required();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Node holder = H2.moved(new Node(7, null, excluded(started, end)), 1);
        started.await();
        H2.in(holder.any, "array of excluded objects");
        for (Object o : (Object[]) holder.any) {
            H2.notIn(o, o.getClass().getName());
            SecondHeap.tagRoot(o, 2);
        }
        SecondHeap.moveNow();
        Gc.young();
        for (Object o : (Object[]) holder.any) {
            H2.notIn(o, "tagged " + o.getClass().getName());
        }
        uses(holder, end);
    }

    private static Object[] excluded(CountDownLatch started, CountDownLatch end) {
        Thread platform = Thread.ofPlatform().daemon().start(() -> {
            started.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread unstarted = Thread.ofPlatform().unstarted(() -> {});
        Thread virtual = Thread.ofVirtual().unstarted(() -> {});
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        return new Object[] {
            Node.class, int[].class, long.class, new WeakReference<>(new Object()), new SoftReference<>(new Object()),
            new PhantomReference<>(new Object(), queue), new URLClassLoader(new URL[0], null), platform, unstarted, virtual
        };
    }

    private static void uses(Node holder, CountDownLatch end) throws Exception {
        Object[] a = (Object[]) holder.any;
        Check.equal(a[0], Node.class, "mirror");
        Check.that(((WeakReference<?>) a[3]).get() == null, "referent that nothing holds is cleared");
        end.countDown();
        ((Thread) a[7]).join();
        ((Thread) a[8]).start();
        ((Thread) a[8]).join();
        ((Thread) a[9]).start();
        ((Thread) a[9]).join();
        ((URLClassLoader) a[6]).close();
    }
}

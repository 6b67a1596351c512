// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Writing to much of H2 starts minor GCs, before the eden is full, and what was written survives them
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapCleanTrigger=1m TestDirtyPagesStartMinorGc true
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapCleanTrigger=1g TestDirtyPagesStartMinorGc false
 */
import com.sun.management.GarbageCollectionNotificationInfo;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

public class TestDirtyPagesStartMinorGc {
    private static final int ARRAYS = 20_000;
    private static final int LENGTH = 60;    // 256 bytes: half a card
    private static final long DEADLINE_NANOS = 60_000_000_000L;

    private static final AtomicInteger minor = new AtomicInteger();
    private static final AtomicInteger full = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Object[] arrays = H2.moved(Graphs.array(ARRAYS, i -> new Object[LENGTH]), 1);
        listen();
        boolean expected = Boolean.parseBoolean(args[0]);
        long end = System.nanoTime() + (expected ? DEADLINE_NANOS : 3_000_000_000L);
        int round = 0;
        while (minor.get() < 3 && System.nanoTime() < end) {
            write(arrays, ++round);
            Thread.sleep(100);
            check(arrays, round);
        }
        Check.that(expected ? minor.get() >= 3 : minor.get() == 0, minor + " minor collections for dirty pages");
        Check.equal(full.get(), 0, "full collections for dirty pages");
    }

    private static void listen() {
        for (var bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) bean).addNotificationListener((notification, ignored) -> {
                var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
                if (info.getGcCause().equals("Second Heap Dirty Pages")) {
                    (info.getGcAction().contains("minor") ? minor : full).incrementAndGet();
                }
            }, null, null);
        }
    }

    private static void write(Object[] arrays, int round) {
        for (int i = 0; i < ARRAYS; i++) {
            ((Object[]) arrays[i])[LENGTH / 2] = new int[] {i + round};
        }
    }

    private static void check(Object[] arrays, int round) {
        for (int i = 0; i < ARRAYS; i++) {
            Check.equal(((int[]) ((Object[]) arrays[i])[LENGTH / 2])[0], i + round, "array " + i);
        }
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary A dump of threads with their locks finds a lock in H2, and does not read the rest of H2 for it
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyAfterGC TestLockedSynchronizers
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-VerifyAfterGC -XX:-SecondHeapIterate TestLockedSynchronizers
 */
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import h2test.ProcessFiles;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

public class TestLockedSynchronizers {
    public static void main(String[] args) throws Exception {
        H2.required();
        Object[] others = H2.moved(Graphs.regions(40), 1);
        ReentrantLock[] locks = H2.moved(new ReentrantLock[] {new ReentrantLock(), new ReentrantLock()}, 2);
        H2.in(locks[1], "lock");
        locks[1].lock();
        try {
            locked();      // loads what it needs
            ProcessFiles.forgetReferenced();
            Check.equal(locked(), 1L, "locks of this thread in a dump");
            long touched = ProcessFiles.referencedOfSecondHeapKb();
            Check.that(touched < 4096, touched + " kB of 40 MB of H2 were read for a dump of threads");
        } finally {
            locks[1].unlock();
        }
        Check.equal(locked(), 0L, "locks after the end");
        H2.in(others, "others");
    }

    private static long locked() {
        ThreadInfo[] all = ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
        return Arrays.stream(all).filter(t -> t.getThreadId() == Thread.currentThread().threadId()).map(ThreadInfo::getLockedSynchronizers)
                .flatMap(Arrays::stream).map(LockInfo::getClassName).filter(n -> n.contains("ReentrantLock")).count();
    }
}

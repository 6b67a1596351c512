// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** Collections on demand, without the WhiteBox API so that any image will do. */
public final class Gc {
    private static final int CHUNK = 64 * 1024;

    private Gc() {}

    /** Runs one full collection. It moves what is allowed to move, and nothing else. */
    public static void full() {
        System.gc();
    }

    /** Allocates garbage until at least one young collection has run. */
    public static void young() {
        long before = youngCount();
        long guard = 8 * Runtime.getRuntime().maxMemory();
        for (long allocated = 0; youngCount() == before; allocated += CHUNK) {
            Check.that(allocated < guard, "no young collection after " + allocated + " bytes of garbage");
            garbage();
        }
    }

    /** Runs the given number of young collections. */
    public static void young(int times) {
        for (int i = 0; i < times; i++) {
            young();
        }
    }

    /** Young collections since start. */
    public static long youngCount() {
        return count("PS Scavenge");
    }

    /** Full collections since start. */
    public static long fullCount() {
        return count("PS MarkSweep");
    }

    /** Bytes in use in H1 after a full collection. */
    public static long liveH1() {
        full();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static byte garbage() {
        byte[] b = new byte[CHUNK];
        b[CHUNK - 1] = 1;
        return b[CHUNK - 1];
    }

    private static long count(String name) {
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (bean.getName().equals(name)) {
                return bean.getCollectionCount();
            }
        }
        throw new AssertionError("no collector named " + name);
    }
}

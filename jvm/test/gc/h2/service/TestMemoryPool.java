// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary H2 is a memory pool of its own and an MXBean; the heap beans report H1 only
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Ddev.spillway.management=true TestMemoryPool
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Graphs;
import h2test.H2;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;

public class TestMemoryPool {
    private static final long M = 1 << 20;

    public static void main(String[] args) throws Exception {
        H2.required();
        List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(p -> p.getName().matches("(?i).*(H2|second heap).*")).toList();
        Check.equal(pools.size(), 1, "pools of H2");
        MemoryPoolMXBean pool = pools.get(0);
        Check.equal(pool.getType(), MemoryType.NON_HEAP, "type of the pool");
        Check.equal(pool.getUsage().getUsed(), 0L, "used at start");
        Check.equal(pool.getUsage().getMax(), 192 * M, "maximum of the pool");
        Object list = H2.moved(Graphs.list(100_000, 1), 7);
        Check.equal(pool.getUsage().getUsed(), H2.used(), "used of the pool");
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        Check.between(heap.getMax(), 150 * M, 192 * M, "maximum of the heap bean");
        Check.between(Runtime.getRuntime().maxMemory(), 150 * M, 192 * M, "maxMemory");
        Check.between(Runtime.getRuntime().totalMemory(), 1, 192 * M, "totalMemory");

        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName bean = new ObjectName("dev.spillway:type=SecondHeap");
        Check.equal(server.getAttribute(bean, "UsedBytes"), SecondHeap.statistics().usedBytes(), "UsedBytes");
        Check.equal(server.getAttribute(bean, "CapacityBytes"), 192 * M, "CapacityBytes");
        Check.equal(server.getAttribute(bean, "Labels"), 1L, "Labels");
        Check.that(list != null, "list");
    }
}

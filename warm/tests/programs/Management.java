// SPDX-License-Identifier: Apache-2.0
import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadMXBean;
import java.util.TreeSet;
import javax.management.MBeanServer;
import javax.management.NotificationEmitter;
import javax.management.ObjectName;

/** The JDK's management, whose beans the VM keeps, and what a program can change by it. To be run with a collector of its own choice. */
public class Management {
    public interface CounterMBean {
        int getCount();
    }

    public static class Counter implements CounterMBean {
        static int made;

        @Override
        public int getCount() {
            return ++made;
        }
    }

    public static class Beans {
        public static void main(String[] args) throws Exception {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            System.out.println(new TreeSet<>(server.queryNames(null, null)));
            ObjectName name = new ObjectName("conformance:type=Counter");
            server.registerMBean(new Counter(), name);
            System.out.println(server.getMBeanInfo(new ObjectName("com.sun.management:type=DiagnosticCommand")).getOperations().length);
            System.out.println(server.getAttribute(name, "Count") + " of " + server.getMBeanCount() + " " + server.getDefaultDomain());
            ManagementFactory.getPlatformMXBeans(MemoryPoolMXBean.class).forEach(Beans::show);
            ManagementFactory.getPlatformMXBeans(com.sun.management.GarbageCollectorMXBean.class).forEach(bean -> System.out.println(bean.getName()
                    + " " + bean.getCollectionCount() + " " + bean.getCollectionTime() + " " + bean.getLastGcInfo() + " " + bean.isValid()));
            ((NotificationEmitter) ManagementFactory.getMemoryMXBean()).addNotificationListener((notification, back) -> {}, null, null);
            HotSpotDiagnosticMXBean diagnostic = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            System.out.println(diagnostic.getVMOption("UseParallelGC") + " " + diagnostic.getDiagnosticOptions().size());
            System.gc();
        }

        static void show(MemoryPoolMXBean pool) {
            // The usage first: compilers fill the code cache between the two readings.
            long used = pool.getUsage().getUsed();
            System.out.print(pool.getName() + " " + pool.getType() + " " + pool.isUsageThresholdSupported() + " "
                    + String.join("|", pool.getMemoryManagerNames()) + " " + (pool.getPeakUsage().getUsed() >= used));
            System.out.println(pool.isUsageThresholdSupported() ? " " + pool.getUsageThreshold() + " " + pool.isUsageThresholdExceeded() : "");
            if (pool.getCollectionUsage() != null) {
                System.out.println("  " + pool.getCollectionUsage().getUsed() + " " + pool.getCollectionUsage().getCommitted());
            }
        }
    }

    public static class Threads {
        public static void main(String[] args) throws Exception {
            ThreadMXBean bean = ManagementFactory.getThreadMXBean();
            System.out.println(bean.getTotalStartedThreadCount() - bean.getThreadCount() + " " + (bean.getPeakThreadCount() - bean.getThreadCount()));
            Thread[] threads = new Thread[20];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    synchronized (threads) {
                        threads[0].getName();
                    }
                });
            }
            synchronized (threads) {
                for (Thread thread : threads) {
                    thread.start();
                }
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(bean.getTotalStartedThreadCount() - bean.getThreadCount() + " " + bean.isThreadContentionMonitoringEnabled());
        }
    }

    /** What stays in the VM: its argument says what is done. */
    public static class Changes {
        public static void main(String[] args) throws Exception {
            switch (args[0]) {
                case "threshold" -> ManagementFactory.getMemoryPoolMXBeans().stream().filter(MemoryPoolMXBean::isUsageThresholdSupported)
                        .forEach(pool -> pool.setUsageThreshold(1 << 16));
                case "contention" -> ManagementFactory.getThreadMXBean().setThreadContentionMonitoringEnabled(true);
                case "flag" -> ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).setVMOption("HeapDumpOnOutOfMemoryError", "true");
                case "collections" -> ((NotificationEmitter) ManagementFactory.getGarbageCollectorMXBeans().get(0))
                        .addNotificationListener((notification, back) -> {}, null, null);
                case "command" -> ManagementFactory.getPlatformMBeanServer()
                        .invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "compilerDirectivesClear", null, null);
                default -> throw new IllegalArgumentException(args[0]);
            }
            System.out.println("done: " + args[0]);
        }
    }
}

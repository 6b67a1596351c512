// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.List;

/** Programs that nearly fill the heap they are given. */
final class LargeHeap {
    private LargeHeap() {}

    /** One array of so many megabytes. */
    static final class OneArray {
        public static void main(String[] args) {
            byte[] array = new byte[Integer.parseInt(args[0]) << 20];
            array[array.length - 1] = 1;
            tell(array.length);
        }
    }

    /** So many megabytes in objects of a kilobyte. */
    static final class ManyObjects {
        public static void main(String[] args) {
            List<byte[]> objects = new ArrayList<>(Integer.parseInt(args[0]) << 10);
            for (int i = 0; i < Integer.parseInt(args[0]) << 10; i++) {
                objects.add(new byte[1000]);
            }
            tell(objects.size());
        }
    }

    // What is free and committed is Parallel's, and changes while it runs.
    private static void tell(int held) {
        Runtime runtime = Runtime.getRuntime();
        boolean inOrder = runtime.freeMemory() <= runtime.totalMemory() && runtime.totalMemory() <= runtime.maxMemory();
        var heap = java.lang.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        System.out.println(held + " " + runtime.maxMemory() + " " + inOrder + " " + heap.getInit() + " " + heap.getMax() + " " + flag() + " " + (heap.getCommitted() <= heap.getMax()));
    }

    private static String flag() {
        var bean = java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class);
        return bean.getVMOption("MaxHeapSize").toString();
    }
}

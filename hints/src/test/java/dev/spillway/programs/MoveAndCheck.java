// SPDX-License-Identifier: Apache-2.0
package dev.spillway.programs;

import dev.spillway.SecondHeap;
import dev.spillway.Statistics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;

/** Moves 64 MB of labelled lists to H2, reads them back, drops them and prints what happened. */
public final class MoveAndCheck {
    private static final int LABELS = 16;
    private static final int PER_LABEL = 4096;

    private MoveAndCheck() {}

    public static void main(String[] args) throws Exception {
        List<List<byte[]>> data = new ArrayList<>();
        for (int label = 0; label < LABELS; label++) {
            data.add(fill(label));
            SecondHeap.tagRoot(data.get(label), label);
            SecondHeap.move(label);
        }
        SecondHeap.moveNow();
        Statistics moved = SecondHeap.statistics();
        System.out.println("enabled=" + SecondHeap.isEnabled());
        System.out.println("inH2=" + data.stream().filter(SecondHeap::contains).count());
        System.out.println("moved=" + moved);
        System.out.println("movedAtLeast64M=" + (moved.movedBytes() >= 64L << 20));
        System.out.println("movingCollections=" + moved.movingCollections());
        System.out.println("sum=" + sum(data));
        System.out.println("beanAgrees=" + beanAgrees(moved));
        data.clear();
        for (int label = 0; label < LABELS; label++) {
            SecondHeap.release(label);
        }
        SecondHeap.moveNow();
        SecondHeap.moveNow();
        System.out.println("freed=" + (SecondHeap.statistics().freedBytes() >= 60L << 20));
    }

    private static List<byte[]> fill(int label) {
        List<byte[]> list = new ArrayList<>();
        for (int i = 0; i < PER_LABEL; i++) {
            byte[] bytes = new byte[1024];
            bytes[i % bytes.length] = (byte) (label + 1);
            list.add(bytes);
        }
        return list;
    }

    private static long sum(List<List<byte[]>> data) {
        long sum = 0;
        for (List<byte[]> list : data) {
            for (byte[] bytes : list) {
                for (byte b : bytes) {
                    sum += b;
                }
            }
        }
        return sum;
    }

    private static boolean beanAgrees(Statistics statistics) throws Exception {
        ObjectName name = new ObjectName("dev.spillway:type=SecondHeap");
        Object moved = ManagementFactory.getPlatformMBeanServer().getAttribute(name, "MovedBytes");
        return moved.equals(statistics.movedBytes());
    }
}

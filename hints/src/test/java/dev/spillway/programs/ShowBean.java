// SPDX-License-Identifier: Apache-2.0
package dev.spillway.programs;

import dev.spillway.SecondHeap;
import dev.spillway.SecondHeapManagement;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/** Prints whether the MXBean is there after the first use of the hints, and after it was asked for. */
public final class ShowBean {
    private ShowBean() {}

    public static void main(String[] args) throws Exception {
        ObjectName name = new ObjectName(SecondHeapManagement.OBJECT_NAME);
        System.out.println("enabled=" + SecondHeap.isEnabled());
        System.out.println("first=" + ManagementFactory.getPlatformMBeanServer().isRegistered(name));
        SecondHeapManagement.register();
        System.out.println("asked=" + ManagementFactory.getPlatformMBeanServer().isRegistered(name));
    }
}

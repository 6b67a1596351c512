// SPDX-License-Identifier: Apache-2.0
package dev.spillway;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.ObjectName;

/** Registers the MXBean of the second heap. The only class that needs the module java.management. */
public final class SecondHeapManagement {
    /** Name of the bean in the platform MBean server. */
    public static final String OBJECT_NAME = "dev.spillway:type=SecondHeap";

    private SecondHeapManagement() {}

    /**
     * Registers the bean unless it is there already. The first use of {@link SecondHeap} does this by itself.
     *
     * @return whether the bean is registered now; false where there is no second heap
     * @throws IllegalStateException if the MBean server refuses the bean
     * @throws NoClassDefFoundError if the runtime image has no java.management
     */
    public static boolean register() {
        if (!SecondHeap.isEnabled()) {
            return false;
        }
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(new Bean(), new ObjectName(OBJECT_NAME));
        } catch (InstanceAlreadyExistsException alreadyThere) {
            return true;
        } catch (JMException refused) {
            throw new IllegalStateException("cannot register " + OBJECT_NAME, refused);
        }
        return true;
    }

    private static final class Bean implements SecondHeapMXBean {
        @Override
        public long getCapacityBytes() {
            return SecondHeap.statistics().capacityBytes();
        }

        @Override
        public long getUsedBytes() {
            return SecondHeap.statistics().usedBytes();
        }

        @Override
        public long getRegionSizeBytes() {
            return SecondHeap.statistics().regionSizeBytes();
        }

        @Override
        public long getRegionsTotal() {
            return SecondHeap.statistics().regionsTotal();
        }

        @Override
        public long getRegionsUsed() {
            return SecondHeap.statistics().regionsUsed();
        }

        @Override
        public long getLabels() {
            return SecondHeap.statistics().labels();
        }

        @Override
        public long getWaitingRoots() {
            return SecondHeap.statistics().waitingRoots();
        }

        @Override
        public long getWaitingBytes() {
            return SecondHeap.statistics().waitingBytes();
        }

        @Override
        public long getMovedBytes() {
            return SecondHeap.statistics().movedBytes();
        }

        @Override
        public long getMovedObjects() {
            return SecondHeap.statistics().movedObjects();
        }

        @Override
        public long getFreedBytes() {
            return SecondHeap.statistics().freedBytes();
        }

        @Override
        public long getFreedRegions() {
            return SecondHeap.statistics().freedRegions();
        }

        @Override
        public long getMovingCollections() {
            return SecondHeap.statistics().movingCollections();
        }

        @Override
        public long getMoveMillis() {
            return TimeUnit.NANOSECONDS.toMillis(SecondHeap.statistics().moveNanos());
        }

        @Override
        public long getLeftBehindObjects() {
            return SecondHeap.statistics().leftBehindObjects();
        }

        @Override
        public long getFirstHeapLimitBytes() {
            return SecondHeap.statistics().firstHeapLimitBytes();
        }
    }
}

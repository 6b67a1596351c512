// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Empties the page cache, where the user may, and tells what the process read from devices. */
final class PageCache {
    private PageCache() {}

    /** Writes dirty pages back and drops clean ones that are not mapped; false without permission. */
    static boolean drop() throws InterruptedException {
        try {
            new ProcessBuilder("sync").inheritIO().start().waitFor();
            Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "1\n");
            return true;
        } catch (IOException noPermission) {
            return false;
        }
    }

    /** Has the kernel reclaim all it can from the process's own memory cgroup, mapped pages too; false where it cannot. */
    static boolean reclaim() throws InterruptedException {
        if (!drop()) {
            return false;
        }
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
                String[] part = line.split(":", 3);
                Path v1 = Path.of("/sys/fs/cgroup/memory" + part[2], "memory.force_empty");
                Path v2 = Path.of("/sys/fs/cgroup" + part[2], "memory.reclaim");
                if (part[1].equals("memory") && Files.exists(v1)) {
                    Files.writeString(v1, "1\n");
                    return true;
                }
                if (part[1].isEmpty() && Files.exists(v2)) {
                    return reclaimAll(v2);
                }
            }
        } catch (IOException noGroup) {
            return false;
        }
        return false;
    }

    /** cgroup v2 takes a number of bytes and fails when it could not reclaim that many: anonymous memory stays. */
    private static boolean reclaimAll(Path file) {
        for (int i = 0; i < 10_000; i++) {
            try {
                Files.writeString(file, Integer.toString(64 << 20));
            } catch (IOException nothingLeft) {
                return i > 0;
            }
        }
        return true;
    }

    /** Bytes that devices gave to this process so far, page faults included; -1 if the kernel does not say. */
    static long readBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/io")).stream().filter(line -> line.startsWith("read_bytes:"))
                    .mapToLong(line -> Long.parseLong(line.substring(11).strip())).findFirst().orElse(-1);
        } catch (IOException notCounted) {
            return -1;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Empties the page cache, where the user may. */
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
}

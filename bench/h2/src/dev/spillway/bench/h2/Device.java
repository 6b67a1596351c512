// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the device gives to direct sequential reads of 4 MB. Keys: mb, directory. */
final class Device implements Experiment {
    private static final int CHUNK = 1 << 20;
    private static final int READ = 4 << 20;
    private static final int BLOCK = 4096;

    @Override
    public Map<String, Number> run(Options options) throws Exception {
        int megabytes = options.number("mb", 1024);
        Path file = Files.createTempFile(Path.of(options.text("directory")), "device", ".bin");
        Map<String, Number> values = new LinkedHashMap<>();
        try {
            values.put("write_mb_s", megabytes / write(file, megabytes));
            values.put("read_mb_s", megabytes / read(file));
        } finally {
            Files.delete(file);
        }
        return values;
    }

    private static double write(Path file, int megabytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
        for (int i = 0; i < CHUNK; i += 8) {
            buffer.putLong(i, i * 0x9E3779B97F4A7C15L); // no zeros: a device may store those for free
        }
        long start = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < megabytes; i++) {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
            channel.force(true);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** Past the page cache, in reads as large as H2's folios can make them. */
    private static double read(Path file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ + BLOCK).alignedSlice(BLOCK).limit(READ);
        long start = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            while (channel.read(buffer.position(0)) > 0) {
                continue;
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads one file of HDFS by as many threads as its first argument says, each a part of it by positions (section 3 of the HotTub paper has 16), and prints how
 * many bytes that were, with a checksum.
 */
public class ParallelRead {
    private static final int BUFFER = 1 << 17;

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        Path path = new Path(args[1]);
        FileSystem files = path.getFileSystem(new Configuration());
        long length = files.getFileStatus(path).getLen();
        ExecutorService readers = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Long>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                long from = length * i / threads;
                long to = length * (i + 1) / threads;
                parts.add(() -> checksum(files, path, from, to));
            }
            long sum = 0;
            for (Future<Long> part : readers.invokeAll(parts)) {
                sum = 31 * sum + part.get();
            }
            System.out.println(length + " bytes, " + Long.toHexString(sum));
        } finally {
            readers.shutdown();
        }
    }

    private static long checksum(FileSystem files, Path path, long from, long to) throws Exception {
        CRC32C sum = new CRC32C();
        byte[] buffer = new byte[BUFFER];
        try (FSDataInputStream in = files.open(path)) {
            for (long at = from; at < to; ) {
                int length = (int) Math.min(BUFFER, to - at);
                in.readFully(at, buffer, 0, length);
                sum.update(buffer, 0, length);
                at += length;
            }
        }
        return sum.getValue();
    }
}

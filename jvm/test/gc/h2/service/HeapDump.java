// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads just enough of the binary HPROF format to count the instances of a class. */
final class HeapDump {
    private final DataInputStream in;
    private final Map<Long, String> strings = new HashMap<>();
    private final Map<Long, String> classes = new HashMap<>();
    private final Map<Long, Integer> count = new HashMap<>();

    private HeapDump(DataInputStream in) {
        this.in = in;
    }

    /** The number of instances of the class with the internal name. */
    static int instances(Path file, String className) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            HeapDump dump = new HeapDump(in);
            dump.records();
            return dump.classes.entrySet().stream().filter(e -> e.getValue().equals(className))
                    .mapToInt(e -> dump.count.getOrDefault(e.getKey(), 0)).sum();
        }
    }

    private void records() throws IOException {
        while (in.readByte() != 0) { }
        if (in.readInt() != 8) {
            throw new IOException("identifiers are not 8 bytes wide");
        }
        in.readLong();
        for (int tag = in.read(); tag >= 0; tag = in.read()) {
            in.readInt();
            long length = in.readInt() & 0xFFFFFFFFL;
            switch (tag) {
                case 0x01 -> strings.put(in.readLong(), new String(in.readNBytes((int) length - 8)));
                case 0x02 -> {
                    in.readInt();
                    long id = in.readLong();
                    in.readInt();
                    classes.put(id, strings.get(in.readLong()));
                }
                case 0x0C, 0x1C -> segment(length);
                default -> in.skipNBytes(length);
            }
        }
    }

    private void segment(long length) throws IOException {
        while (length > 0) {
            int tag = in.readUnsignedByte();
            length -= 1 + switch (tag) {
                case 0xFF, 0x05, 0x07 -> skip(8);
                case 0x01 -> skip(16);
                case 0x02, 0x03 -> skip(16);
                case 0x04, 0x06 -> skip(12);
                case 0x08 -> skip(16);
                case 0x20 -> classDump();
                case 0x21 -> instance();
                case 0x22 -> array(8 + 4, 8);
                case 0x23 -> array(8 + 4, 0);
                default -> throw new IOException("unknown heap dump tag " + tag);
            };
        }
    }

    private long instance() throws IOException {
        in.readLong();
        in.readInt();
        count.merge(in.readLong(), 1, Integer::sum);
        return 20 + 4 + skip(in.readInt());
    }

    private long array(int before, int classId) throws IOException {
        in.skipNBytes(before);
        int n = in.readInt();
        if (classId > 0) {
            return before + 4 + skip(8 + 8L * n);
        }
        return before + 4 + 1 + skip((long) n * size(in.readByte()));
    }

    private long classDump() throws IOException {
        in.skipNBytes(8 + 4 + 6 * 8 + 4);
        long bytes = 8 + 4 + 48 + 4 + 2;
        for (int n = in.readUnsignedShort(); n > 0; n--) {
            in.readShort();
            bytes += 3 + skip(size(in.readByte()));
        }
        bytes += 2;
        for (int n = in.readUnsignedShort(); n > 0; n--) {
            in.readLong();
            bytes += 9 + skip(size(in.readByte()));
        }
        int fields = in.readUnsignedShort();
        return bytes + 2 + skip(9L * fields);
    }

    private static int size(int type) throws IOException {
        return switch (type) {
            case 2, 7, 11 -> 8;
            case 4, 8 -> 1;
            case 5, 9 -> 2;
            case 6, 10 -> 4;
            default -> throw new EOFException("unknown basic type " + type);
        };
    }

    private long skip(long n) throws IOException {
        in.skipNBytes(n);
        return n;
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import jdk.internal.jimage.BasicImageReader;
import jdk.internal.jimage.ImageLocation;
import jdk.tools.jlink.internal.BasicImageWriter;

/**
 * Rewrites lib/modules of a JDK image after files of the image were replaced.
 *
 * jlink links from such an image only if every file has the SHA-512 that jdk.jlink's resources fs_MODULE_files give for
 * it, so these lists are brought up to date. Further resources can be replaced.
 *
 * Arguments: image directory, the lib/modules to start from, then any number of /MODULE/RESOURCE=FILE.
 * Writes lib/modules of the image. Fails with an exception when a named resource does not exist.
 */
public class PatchModules {
    private static final String FILE_LIST = "/jdk.jlink/jdk/tools/jlink/internal/runtimelink/fs_.*_files";

    record Entry(String name, ImageLocation at, byte[] content) {
        long size() {
            return content != null ? content.length : stored();
        }

        long stored() {
            return at.getCompressedSize() != 0 ? at.getCompressedSize() : at.getUncompressedSize();
        }
    }

    public static void main(String[] args) throws Exception {
        Path image = Path.of(args[0]);
        Path from = Path.of(args[1]);
        Map<String, Path> replacements = new HashMap<>();
        for (int i = 2; i < args.length; i++) {
            String[] parts = args[i].split("=", 2);
            replacements.put(parts[0], Path.of(parts[1]));
        }
        Path fresh = image.resolve("lib/modules.new");
        try (BasicImageReader reader = BasicImageReader.open(from)) {
            List<Entry> entries = new ArrayList<>();
            for (String name : reader.getEntryNames()) {
                entries.add(entry(image, reader, name, replacements.remove(name)));
            }
            if (!replacements.isEmpty()) {
                throw new IOException("not in " + from + ": " + replacements.keySet());
            }
            // The order of the original keeps what is used together close together.
            entries.sort(Comparator.comparingLong(e -> e.at.getContentOffset()));
            write(fresh, from, reader.getHeader().getIndexSize(), entries);
        }
        Files.move(fresh, image.resolve("lib/modules"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private static Entry entry(Path image, BasicImageReader reader, String name, Path replacement) throws Exception {
        ImageLocation at = reader.findLocation(name);
        if (replacement != null) {
            return new Entry(name, at, Files.readAllBytes(replacement));
        }
        return new Entry(name, at, name.matches(FILE_LIST) ? freshList(image, reader.getResource(at)) : null);
    }

    /** Lines are TYPE|SYMLINK|SHA-512|PATH; links keep theirs. */
    private static byte[] freshList(Path image, byte[] old) throws Exception {
        StringBuilder fresh = new StringBuilder();
        for (String line : new String(old, StandardCharsets.UTF_8).split("\n")) {
            String[] f = line.split("\\|", 4);
            Path file = f.length == 4 ? image.resolve(f[3]) : null;
            if (file != null && f[1].equals("0") && Files.isRegularFile(file)) {
                byte[] sum = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
                line = f[0] + "|" + f[1] + "|" + HexFormat.of().formatHex(sum) + "|" + f[3];
            }
            fresh.append(line).append('\n');
        }
        return fresh.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(Path to, Path from, long indexSize, List<Entry> entries) throws IOException {
        BasicImageWriter index = new BasicImageWriter();
        long offset = 0;
        for (Entry e : entries) {
            boolean stays = e.content == null;
            index.addLocation(e.name, offset, stays ? e.at.getCompressedSize() : 0,
                    stays ? e.at.getUncompressedSize() : e.content.length);
            offset += e.size();
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 20);
                FileChannel in = FileChannel.open(from)) {
            out.write(index.getBytes());
            for (Entry e : entries) {
                out.write(e.content != null ? e.content : read(in, indexSize + e.at.getContentOffset(), e.stored()));
            }
        }
    }

    private static byte[] read(FileChannel in, long position, long size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(size));
        while (buffer.hasRemaining() && in.read(buffer, position + buffer.position()) >= 0) {
        }
        if (buffer.hasRemaining()) {
            throw new IOException("lib/modules ends at " + position);
        }
        return buffer.array();
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** What a program leaves in files and outside of the heap. */
public class Kept {
    static FileChannel channel;
    static FileLock lock;
    static MappedByteBuffer mapped;
    static ByteBuffer direct;
    static RandomAccessFile file;

    public static class DeletedInTurn {
        public static void main(String[] args) throws Exception {
            File directory = new File("directory");
            System.out.println(directory.mkdir());
            File inner = new File(directory, "inner");
            System.out.println(inner.createNewFile());
            // The last one is deleted first, or the directory is not empty.
            directory.deleteOnExit();
            inner.deleteOnExit();
            File temporary = File.createTempFile("prefix", null, new File("."));
            temporary.deleteOnExit();
            System.out.println(temporary.getName().startsWith("prefix") + " " + temporary.getName().endsWith(".tmp"));
            Files.delete(Files.createTempDirectory(Path.of("."), "other"));
            Files.createTempFile(Path.of("."), "closed", "").toFile().deleteOnExit();
        }
    }

    /** Leaves a lock on a file that is there in each run. */
    public static class Locked {
        public static void main(String[] args) throws Exception {
            channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
            lock = channel.tryLock();
            System.out.println(lock != null && lock.isValid());
        }
    }

    public static class Mapped {
        public static void main(String[] args) throws Exception {
            channel = FileChannel.open(Path.of("mapped"), StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
            mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 20);
            mapped.put(1000, (byte) 5);
            System.out.println(mapped.get(1000) + " " + mapped.get(1001));
            file = new RandomAccessFile("random", "rw");
            file.writeUTF("text");
            file.seek(0);
            System.out.println(file.readUTF());
        }
    }

    /** As much memory outside of the heap as one run may have, left to the end. */
    public static class Direct {
        public static void main(String[] args) {
            direct = ByteBuffer.allocateDirect(48 << 20);
            for (int i = 0; i < direct.capacity(); i += 4096) {
                direct.put(i, (byte) 1);
            }
            System.out.println(direct.get(4096) + " " + direct.get(4097));
            try {
                ByteBuffer.allocateDirect(48 << 20);
            } catch (OutOfMemoryError e) {
                System.out.println(e.getMessage().replaceAll("[0-9]+", "n"));
            }
        }
    }

    /** Has something to run when a segment becomes unreachable, which a process that ends does not run. */
    public static class Arenas {
        static int cleaned;
        static MemorySegment segment;

        public static void main(String[] args) {
            System.out.println(cleaned++ == 0 ? "new" : "used");
            segment = MemorySegment.ofAddress(4096).reinterpret(Arena.ofAuto(), unused -> cleaned += 5);
        }
    }

    /** Memory that only the end of the process frees: with an argument a file that is mapped and deleted, else 100 MB that it asks the C library for itself. */
    public static class Global {
        public static void main(String[] args) throws Throwable {
            if (args.length == 0) {
                Linker linker = Linker.nativeLinker();
                System.out.println(linker.downcallHandle(linker.defaultLookup().findOrThrow("malloc"), FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG))
                        .invokeWithArguments(100L << 20).equals(MemorySegment.NULL));
                return;
            }
            Path file = Path.of("global");
            try (FileChannel left = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
                System.out.println(left.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 20, Arena.global()).byteSize());
            }
            Files.delete(file);
        }
    }

    /** Memory that nobody frees: by Unsafe, and of arenas, of which one has a cleaner. */
    public static class Leaks {
        static final List<MemorySegment> SEGMENTS = new ArrayList<>();

        public static void main(String[] args) throws Exception {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
            long address = unsafe.reallocateMemory(unsafe.allocateMemory(1 << 20), 30 << 20);
            unsafe.putByte(address, (byte) 7);
            unsafe.freeMemory(unsafe.allocateMemory(1 << 20));
            for (Arena arena : new Arena[] {Arena.ofShared(), Arena.ofConfined(), Arena.ofAuto(), Arena.global()}) {
                SEGMENTS.add(arena.allocate(10 << 20));
            }
            try (Arena arena = Arena.ofConfined()) {
                arena.allocate(1 << 20);
            }
            SEGMENTS.forEach(segment -> segment.set(ValueLayout.JAVA_BYTE, 5, (byte) 8));
            System.out.println(unsafe.getByte(address) + SEGMENTS.get(3).get(ValueLayout.JAVA_BYTE, 5));
        }
    }

    /** Memory of Unsafe that a function of C frees, as a library does which takes over what it is given. */
    public static class FreedByC {
        public static void main(String[] args) throws Throwable {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
            Linker linker = Linker.nativeLinker();
            MethodHandle free = linker.downcallHandle(linker.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
            for (int i = 0; i < 1000; i++) {
                free.invokeExact(MemorySegment.ofAddress(unsafe.allocateMemory(100_000)));
            }
            System.out.println("freed");
        }
    }

    /** Each line is another one in each run. */
    public static class Randoms {
        public static void main(String[] args) {
            System.out.println(UUID.randomUUID());
            System.out.println(new Random().nextLong());
            System.out.println(new SecureRandom().nextLong());
            System.out.println(Math.random());
            System.out.println(ThreadLocalRandom.current().nextLong());
            System.out.println(new SplittableRandom().nextLong());
            System.out.println(new Random(5).nextLong());
        }
    }

    /** The same in the old generation. */
    public static class Old {
        static byte[][] kept = new byte[64][];

        public static void main(String[] args) {
            for (int i = 0; i < kept.length; i++) {
                kept[i] = new byte[16 << 10];
            }
            Secret.make(args[0]);
            System.gc();
            System.out.println(Secret.secret.length());
        }
    }

    /** Has a text in its heap that is in no file. */
    public static class Secret {
        static String secret;

        public static void main(String[] args) {
            make(args[0]);
            System.out.println(secret.length());
        }

        static void make(String text) {
            StringBuilder made = new StringBuilder();
            for (char c : text.toCharArray()) {
                made.append((char) (c + 1));
            }
            secret = made.toString();
        }
    }

    /** Opens a jar as a URL and as a file system, and leaves both open. */
    public static class Jars {
        public static void main(String[] args) throws Exception {
            java.net.URI jar = java.net.URI.create("jar:" + Path.of(args[0]).toUri());
            try (java.io.InputStream in = java.net.URI.create(jar + "!/entry").toURL().openStream()) {
                System.out.println(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            }
            java.nio.file.FileSystem files = java.nio.file.FileSystems.newFileSystem(jar, java.util.Map.of());
            System.out.println(Files.readString(files.getPath("entry")));
            Files.writeString(files.getPath("not-written"), "since it is not closed");
        }
    }

    /** Ends, or exits, with a port, a pipe and a lock in use. */
    public static class InUse {
        static java.net.ServerSocket socket;
        static java.nio.channels.Pipe pipe;

        public static void main(String[] args) throws Exception {
            socket = new java.net.ServerSocket(Integer.parseInt(args[0]));
            pipe = java.nio.channels.Pipe.open();
            channel = FileChannel.open(Path.of(args[1]), StandardOpenOption.READ);
            lock = channel.lock(0, Long.MAX_VALUE, true);
            file = new RandomAccessFile(args[1], "rw");
            Thread accepting = new Thread(() -> {
                try {
                    socket.accept();
                } catch (java.io.IOException e) {
                    System.out.println(e);
                }
            });
            accepting.setDaemon(true);
            accepting.start();
            System.out.println("in use");
            if (args.length > 2) {
                System.exit(3);
            }
        }
    }
}

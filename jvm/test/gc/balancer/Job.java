// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
import dev.spillway.SecondHeap;
import h2test.Gc;
import h2test.ProcessFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.SplittableRandom;

/**
 * The program whose heap the tests of this directory look at. It obeys lines of its standard input:
 * "hold MB" holds so many megabytes live, "array MB" one array of so many besides, "tag MB" tags so many of what is
 * held, "move" moves what is tagged, "moved" prints what is in H2, "read MILLIS" reads what is tagged at random for so long,
 * "scan" reads all of it in order, "part MB" its first megabytes, "pick COUNT" so many arrays of it at random,
 * "churn MILLIS" lets objects die in the old generation for so long, "storm MILLIS" eight times as many, "wear MILLIS CHUNKS" so
 * many a millisecond, "press" as many as a storm until the JVM has moved something, "garbage MILLIS" allocates what dies at once,
 * "young" allocates until a minor collection, "full" collects, "cache FILE" reads a file into the page cache, "native MB RATE" takes
 * so many megabytes outside of the heap, so many a second, "lend MB MILLIS" for so long and at once, "child MB RATE" and "tmpfs MB RATE"
 * make a child process or a file in /dev/shm take them,
 * "ready" prints READY as at first, "rss" its anonymous memory, "end" ends.
 */
public final class Job {
    private static final int CHUNK = 32 * 1024;

    private final ArrayDeque<byte[]> held = new ArrayDeque<>();
    private final List<byte[]> tagged = new ArrayList<>();
    private byte[] array;
    private volatile byte[] latest;
    private long sum;
    private final SplittableRandom random = new SplittableRandom(1);
    private final List<ByteBuffer> outside = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        new Job().run();
    }

    private void run() throws Exception {
        System.out.println("READY");
        Scanner commands = new Scanner(System.in);
        while (commands.hasNext()) {
            switch (commands.next()) {
                case "hold" -> hold(commands.nextInt());
                case "churn" -> churn(commands.nextInt(), 2);
                case "storm" -> churn(commands.nextInt(), 16);
                case "garbage" -> garbage(commands.nextInt());
                case "young" -> Gc.young();
                case "full" -> Gc.full();
                case "array" -> array = new byte[commands.nextInt() << 20];
                case "tag" -> tag(commands.nextInt());
                case "move" -> SecondHeap.moveNow();
                case "wear" -> churn(commands.nextInt(), commands.nextInt());
                case "press" -> press();
                case "read" -> read(commands.nextInt());
                case "scan" -> scan(tagged.size());
                case "part" -> scan(commands.nextInt() * (1024 * 1024 / CHUNK));
                case "pick" -> pick(commands.nextInt());
                case "moved" -> System.out.println("MOVED " + (SecondHeap.statistics().movedBytes() >> 20) + " MB");
                case "cache" -> cache(commands.next());
                case "native" -> takeNative(commands.nextInt(), commands.nextInt());
                case "child" -> growChild(commands.nextInt(), commands.nextInt());
                case "tmpfs" -> growFile(commands.nextInt(), commands.nextInt());
                case "lend" -> lend(commands.nextInt(), commands.nextInt());
                case "ready" -> System.out.println("READY");
                case "rss" -> { }
                case "end" -> {
                    return;
                }
                default -> throw new AssertionError("unknown command");
            }
            System.out.println("DONE rss " + (ProcessFiles.statusKb("RssAnon") >> 10) + " MB");
        }
    }

    private void hold(int megabytes) {
        int wanted = megabytes * (1024 * 1024 / CHUNK);
        while (held.size() > wanted) {
            held.pop();
        }
        while (held.size() < wanted) {
            held.add(new byte[CHUNK]);
        }
    }

    // Each array is a root, and none is said to be complete: what moves them is not this program.
    private void tag(int megabytes) {
        for (int i = 0; i < megabytes * (1024 * 1024 / CHUNK); i++) {
            tagged.add(held.remove());
            SecondHeap.tagRoot(tagged.getLast(), 1);
        }
    }

    private static void cache(String file) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
        for (int i = 0; i < 2; i++) {
            try (FileChannel channel = FileChannel.open(Path.of(file))) {
                while (channel.read(block.clear()) >= 0) { }
            }
        }
    }

    // Direct buffers are zeroed, which touches their pages. The heap goes on meanwhile.
    private void takeNative(int megabytes, int perSecond) throws Exception {
        atRate(megabytes, perSecond, () -> outside.add(ByteBuffer.allocateDirect(1 << 20)));
    }

    // tail keeps what it is fed.
    private void growChild(int megabytes, int perSecond) throws Exception {
        Process child = new ProcessBuilder("tail", "-c", "2000000000").redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        byte[] block = new byte[1 << 20];
        try {
            atRate(megabytes, perSecond, () -> {
                child.getOutputStream().write(block);
                child.getOutputStream().flush();
            });
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    private void growFile(int megabytes, int perSecond) throws Exception {
        Path path = Files.createTempFile(Path.of("/dev/shm"), "spillway", ".test");
        ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            atRate(megabytes, perSecond, () -> file.write(block.clear()));
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    private void atRate(int megabytes, int perSecond, Step step) throws Exception {
        System.out.println("TAKES other memory");
        long start = System.nanoTime();
        for (int taken = 0; taken < megabytes; taken++) {
            step.take();
            while (System.nanoTime() - start < taken * 1_000_000_000L / perSecond) {
                churn(1, 4);
            }
        }
    }

    private static void lend(int megabytes, int millis) throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            arena.allocate((long) megabytes << 20).fill((byte) 1);
            Thread.sleep(millis);
        }
    }

    // Allocates next to nothing, so that no collection comes by itself.
    private void read(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        SplittableRandom random = new SplittableRandom(1);
        while (System.nanoTime() < end) {
            sum += tagged.get(random.nextInt(tagged.size()))[random.nextInt(CHUNK)];
        }
    }

    private void scan(int arrays) {
        for (int n = 0; n < arrays; n++) {
            sum(tagged.get(n));
        }
    }

    private void pick(int count) {
        for (int n = 0; n < count; n++) {
            sum(tagged.get(random.nextInt(tagged.size())));
        }
    }

    private void sum(byte[] chunk) {
        for (int i = 0; i < CHUNK; i += 1024) {
            sum += chunk[i];
        }
    }

    private void garbage(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            latest = new byte[CHUNK];      // a field, or the compiler would allocate nothing
        }
    }

    // Ends at once, before what moved has been replaced by garbage.
    private void press() throws InterruptedException {
        while (SecondHeap.statistics().movedBytes() == 0) {
            churn(10, 16);
        }
    }

    // Each object is replaced when it is old: what is promoted dies in the old generation, at 30 MB a second or less for each chunk.
    private void churn(int millis, int chunks) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            for (int i = 0; i < chunks; i++) {
                held.poll();
                held.add(new byte[CHUNK]);
            }
            Thread.sleep(1);
        }
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What /proc tells about a process of this user. */
public final class ProcessFiles {
    private ProcessFiles() {}

    /** The descriptor of the unlinked H2 file of a JVM, as a path in /proc that can be opened. */
    public static Path secondHeap(long pid) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            List<Path> deleted = all.filter(ProcessFiles::isUnlinkedFile).toList();
            Check.equal(deleted.size(), 1, "unlinked files open in the process");
            return deleted.get(0);
        }
    }

    /** The number of names in a directory. */
    public static long names(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.count();
        }
    }

    /** The value in kB of a line such as RssAnon of /proc/self/status. */
    public static long statusKb(String name) throws IOException {
        return number(Path.of("/proc/self/status"), name);
    }

    /** Bytes that a process has had read from devices. */
    public static long readBytes(long pid) throws IOException {
        return number(Path.of("/proc/" + pid + "/io"), "read_bytes");
    }

    private static long number(Path file, String name) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new AssertionError("no " + name + " in " + file);
    }

    /** From now on {@link #referencedOfSecondHeapKb} counts anew. */
    public static void forgetReferenced() throws IOException {
        Files.writeString(Path.of("/proc/self/clear_refs"), "1");
    }

    /** How much of this process's unlinked mapped files, of which H2's is the only one, it has touched, in kB. */
    public static long referencedOfSecondHeapKb() throws IOException {
        long sum = 0;
        boolean isOurs = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                isOurs = line.endsWith(" (deleted)");
            } else if (isOurs && line.startsWith("Referenced:")) {
                sum += Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return sum;
    }

    private static boolean isUnlinkedFile(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().endsWith(" (deleted)");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }
}

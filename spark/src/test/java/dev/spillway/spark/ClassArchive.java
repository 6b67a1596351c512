// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.programs.Archived;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * An AppCDS archive of Spark's classes for a JDK, made once for a build: a program that runs for six seconds loads classes for two more
 * otherwise. It counts for class paths that begin with Spark's jars; for others, and where none can be made, the JVM loads as ever.
 */
final class ClassArchive {
    private static final Path DIRECTORY = Path.of("target", "class-archives");

    private ClassArchive() {}

    /** Options for a JVM whose class path begins with Spark's jars; none where there is no archive. */
    static String[] options(Path javaHome, Path sparkJars) {
        // A short run has a dozen programs on the other JDKs: two seconds of each are less than an archive takes to make.
        if (!SparkHome.full() && !javaHome.equals(Jdks.own())) {
            return new String[0];
        }
        try {
            Path archive = archive(javaHome, sparkJars).toAbsolutePath();
            // Silent: a program with other headers of objects, say, cannot use it.
            return Files.size(archive) == 0 ? new String[0] : new String[] {"-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off"};
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // An empty file says that there is none. Tests run in several processes, so one makes it and the others wait.
    private static Path archive(Path javaHome, Path sparkJars) throws IOException {
        Files.createDirectories(DIRECTORY);
        Path archive = DIRECTORY.resolve(name(javaHome) + ".jsa");
        if (Files.exists(archive)) {
            return archive;
        }
        synchronized (ClassArchive.class) {      // the lock below is one of processes
            Path lock = DIRECTORY.resolve("lock");
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE); FileLock held = channel.lock()) {
                if (!Files.exists(archive)) {
                    make(javaHome, sparkJars, archive);
                }
            }
        }
        return archive;
    }

    /** Of the JDK, Spark and the build of the VM. */
    private static String name(Path javaHome) throws IOException {
        long vm = Files.getLastModifiedTime(javaHome.resolve("lib/server/libjvm.so")).toMillis();
        return String.join("-", Jdks.name(javaHome).replace(' ', '-'), SparkHome.version(), Long.toString(vm, 36));
    }

    private static void make(Path javaHome, Path sparkJars, Path archive) throws IOException {
        Path fresh = DIRECTORY.resolve("fresh-" + archive.getFileName());
        Files.deleteIfExists(fresh);
        Path programs = Files.createTempDirectory(DIRECTORY, "programs");
        // By the loader of spark-submit, since a directory on the class path cannot be archived.
        JvmProcess.Result run = SparkHome.bare(javaHome, sparkJars + "/*").options("-XX:ArchiveClassesAtExit=" + fresh, "-Xlog:cds*=off", "-Xmx512m")
                .run("org.apache.spark.deploy.SparkSubmit", "--class", Archived.class.getName(), SparkSubmit.programsJar(programs).toString());
        if (Files.exists(fresh)) {
            Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
        } else {
            System.out.println("no archive of classes, tests run without: " + run.output());
            Files.write(archive, new byte[0]);
        }
    }
}

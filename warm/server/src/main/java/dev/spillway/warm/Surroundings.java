// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.io.File;
import java.nio.file.FileSystems;

/** The working directory as java.base keeps it: the process's own has to be set before. */
final class Surroundings {
    private final Internals.Place userDirectory;
    private final Internals.Place defaultDirectory;
    private final Internals.Place resolves;

    Surroundings(Internals internals) throws ReflectiveOperationException {
        Object files = internals.staticPlace(File.class, "FS", Internals.type("java.io.FileSystem")).get();
        userDirectory = internals.place(files, Internals.type("java.io.UnixFileSystem"), "userDir");
        Class<?> paths = Internals.type("sun.nio.fs.UnixFileSystem");
        defaultDirectory = internals.place(FileSystems.getDefault(), paths, "defaultDirectory");
        resolves = internals.place(FileSystems.getDefault(), paths, "needToResolveAgainstDefaultDirectory");
    }

    /** @param directory the process's working directory, in bytes as the kernel has it */
    void take(byte[] directory) {
        userDirectory.set(System.getProperty("user.dir"));
        defaultDirectory.set(directory);
        resolves.set(false);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.util.Arrays;

/** The working directory as java.base keeps it: the process's own has to be set before. */
final class Surroundings {
    private final Internals.Place userDirectory;
    private final Internals.Place defaultDirectory;
    private final Internals.Place resolves;
    private final Internals.Place ofStart;

    Surroundings(Internals internals) throws ReflectiveOperationException {
        Object files = internals.staticPlace(File.class, "FS", Internals.type("java.io.FileSystem")).get();
        userDirectory = internals.place(files, Internals.type("java.io.UnixFileSystem"), "userDir");
        Class<?> paths = Internals.type("sun.nio.fs.UnixFileSystem");
        defaultDirectory = internals.place(FileSystems.getDefault(), paths, "defaultDirectory");
        resolves = internals.place(FileSystems.getDefault(), paths, "needToResolveAgainstDefaultDirectory");
        // A constant; the VM's part of the server puts its value into no code (WarmConstants).
        ofStart = internals.staticPlace(Internals.type("jdk.internal.util.StaticProperty"), "USER_DIR", String.class);
    }

    /**
     * As a new VM has it, which knows a name that is no text of its platform's encoding by the property only, and looks for files there.
     *
     * @param directory the process's working directory, in bytes as the kernel has it
     * @param platform of sun.jnu.encoding
     */
    void take(byte[] directory, Charset platform) {
        String property = System.getProperty("user.dir");
        byte[] known = property.getBytes(platform);
        ofStart.set(property);
        userDirectory.set(property);
        defaultDirectory.set(known);
        resolves.set(!Arrays.equals(known, directory));
    }
}

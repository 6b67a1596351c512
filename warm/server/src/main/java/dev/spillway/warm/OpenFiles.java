// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.nio.file.spi.FileSystemProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Jars and zip file systems that the JDK keeps open for whoever asks for them again. Forgotten, not closed: closing a zip file system writes
 * what the program has changed, which its end does not. The collection closes the files.
 */
final class OpenFiles {
    private static final String ZIP_PROVIDER = "jdk.nio.zipfs.ZipFileSystemProvider";

    private final Internals internals;
    private final Internals.Place providers;
    private final Internals.Place loading;
    private final List<Map<?, ?>> jarsOfUrls;

    OpenFiles(Internals internals) throws ReflectiveOperationException {
        this.internals = internals;
        providers = internals.staticPlace(FileSystemProvider.class, "installedProviders", List.class);
        loading = internals.staticPlace(FileSystemProvider.class, "loadingProviders", boolean.class);
        Class<?> jars = Class.forName("sun.net.www.protocol.jar.JarFileFactory", true, null);
        jarsOfUrls = List.of((Map<?, ?>) internals.staticPlace(jars, "fileCache", HashMap.class).get(),
                (Map<?, ?>) internals.staticPlace(jars, "urlCache", HashMap.class).get());
    }

    void restore() {
        jarsOfUrls.forEach(Map::clear);
        List<?> installed = (List<?>) providers.get();
        // Stays set where a provider could not be made.
        loading.set(false);
        // Null: nobody has asked for other file systems yet.
        if (installed != null) {
            for (Object provider : installed) {
                if (provider.getClass().getName().equals(ZIP_PROVIDER)) {
                    ((Map<?, ?>) internals.place(provider, provider.getClass(), "filesystems").get()).clear();
                }
            }
        }
    }
}

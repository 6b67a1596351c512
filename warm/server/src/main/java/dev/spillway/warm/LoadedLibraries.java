// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.util.Map;
import java.util.Set;

/**
 * The native libraries that a run has loaded for classes of the application's loader, which never lets one go. Those of other loaders are
 * closed by the JDK's cleaner once their loader has gone.
 */
final class LoadedLibraries {
    private final Map<?, ?> loaded;
    private final Set<?> names;
    private final Internals.Operation handle;

    LoadedLibraries(Internals internals) throws ReflectiveOperationException {
        Class<?> libraries = Internals.type("jdk.internal.loader.NativeLibraries");
        Object all = internals.place(ClassLoader.getSystemClassLoader(), ClassLoader.class, "libraries").get();
        loaded = (Map<?, ?>) internals.place(all, libraries, "libraries").get();
        names = (Set<?>) internals.staticValue(libraries, "loadedLibraryNames", Set.class);
        handle = new Internals.Operation(internals.getter(Internals.type("jdk.internal.loader.NativeLibraries$NativeLibraryImpl"), "handle", long.class));
    }

    /** Their paths. */
    String[] paths() {
        return loaded.keySet().toArray(String[]::new);
    }

    /**
     * Makes one as if it had never been loaded; no native method may be bound to it.
     *
     * @return what {@code dlclose} takes
     */
    long forget(String path) {
        Object library = loaded.remove(path);
        names.remove(path);
        return (long) handle.call(library);
    }
}

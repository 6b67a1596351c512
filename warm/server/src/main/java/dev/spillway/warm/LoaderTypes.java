// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.util.Set;

/** Types of class loaders that load in parallel. Those of a program register themselves, in each run anew if at all, and their classes stay. */
final class LoaderTypes {
    private final Set<?> registered;

    LoaderTypes(Internals internals) throws ReflectiveOperationException {
        registered = (Set<?>) internals.staticValue(Internals.type("java.lang.ClassLoader$ParallelLoaders"), "loaderTypes", Set.class);
    }

    // Those of the JDK's own registered when they were initialised, which they may be for good.
    void restore() {
        synchronized (registered) {
            registered.removeIf(type -> ((Class<?>) type).getModule().getLayer() != ModuleLayer.boot());
        }
    }
}

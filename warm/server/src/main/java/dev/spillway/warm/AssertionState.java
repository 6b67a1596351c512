// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

/** Whether classes are to check assertions, which a program can say of class loaders that outlive it. */
final class AssertionState {
    private record Loader(Internals.Place byDefault, Internals.Place ofPackages, Internals.Place ofClasses) {
        static Loader of(Internals internals, ClassLoader loader) {
            return new Loader(internals.place(loader, ClassLoader.class, "defaultAssertionStatus"),
                    internals.place(loader, ClassLoader.class, "packageAssertionStatus"),
                    internals.place(loader, ClassLoader.class, "classAssertionStatus"));
        }

        // As of a new loader: it asks the VM, which knows the command line's options.
        void restore() {
            byDefault.set(false);
            ofPackages.set((Object) null);
            ofClasses.set((Object) null);
        }
    }

    private final Loader application;
    private final Loader platform;

    AssertionState(Internals internals) {
        application = Loader.of(internals, ClassLoader.getSystemClassLoader());
        platform = Loader.of(internals, ClassLoader.getPlatformClassLoader());
    }

    void restore() {
        application.restore();
        platform.restore();
    }
}

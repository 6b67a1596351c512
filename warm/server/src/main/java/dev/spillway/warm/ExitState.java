// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.util.IdentityHashMap;
import java.util.LinkedHashSet;

/** Shutdown hooks and files to delete at exit, which a run has used up as the end of a VM does. */
final class ExitState {
    private static final int NO_HOOK_IS_RUNNING = -1;
    private static final int VM_IS_BOOTED = 4;

    // Of Shutdown.add.
    private static final int CONSOLE_HOOK = 0;

    private final Runnable[] systemHooks;
    private final Internals.Place hooks;
    private final Internals.Place files;
    private final Internals.Place runningHook;
    private final Internals.Place level;

    ExitState(Internals internals) throws ReflectiveOperationException {
        // They enter themselves in a list when they are initialised, once.
        Class<?> applicationHooks = Class.forName("java.lang.ApplicationShutdownHooks", true, null);
        Class<?> deleteOnExit = Class.forName("java.io.DeleteOnExitHook", true, null);
        hooks = internals.staticPlace(applicationHooks, "hooks", IdentityHashMap.class);
        files = internals.staticPlace(deleteOnExit, "files", LinkedHashSet.class);
        systemHooks = (Runnable[]) internals.staticPlace(Internals.type("java.lang.Shutdown"), "hooks", Runnable[].class).get();
        runningHook = internals.staticPlace(Internals.type("java.lang.Shutdown"), "currentRunningHook", int.class);
        level = internals.staticPlace(Internals.type("jdk.internal.misc.VM"), "initLevel", int.class);
    }

    void restore() {
        // Taken by whoever reads a password first, once; the other system hooks are those of the lists below.
        systemHooks[CONSOLE_HOOK] = null;
        hooks.set(new IdentityHashMap<Thread, Thread>());
        files.set(new LinkedHashSet<String>());
        runningHook.set(NO_HOOK_IS_RUNNING);
        level.set(VM_IS_BOOTED);
    }
}

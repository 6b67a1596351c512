// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandles;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is done in Java before and after a run. The server's own code, in C, calls it from one thread. */
final class Server {
    // The VM has read it; the program would not see it in plain java.
    private static final String SWITCH = "dev.spillway.warm.server";

    // They read properties when they are first used, but cannot be as new after each run: what a program sets must not be for the next one.
    private static final List<String> USED_AT_START = List.of("java.time.chrono.JapaneseChronology", "java.util.JapaneseImperialCalendar",
            "java.util.jar.JarFile", "java.util.zip.ZipFile");

    // The client waits meanwhile.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    // The client has gone.
    private static final Duration PATIENCE_WITH_CHILDREN = Duration.ofSeconds(2);

    private final JdkState state;
    private final InitialProperties properties;
    private final ExitState exit;
    private final Streams streams;
    private final Surroundings surroundings;
    private final Numbers numbers;
    private final LoggingState logging;
    private final Finalization finalization;
    private final NetState net;
    private final SecurityState security;
    private final LocaleCaches locales;
    private final OpenFiles files;
    private final SignalState signals;
    private final AssertionState assertions;
    private final NativeAccess nativeAccess;
    private final ReflectionState reflection;
    private final LoaderTypes loaderTypes;
    private final LateValues lateValues;
    private final ModuleGraph modules;
    private final RunThreads threads;
    private final ChildProcesses children;
    private final Cleaners cleaners;
    private final VirtualThreads virtualThreads;
    private final LoadedLibraries libraries;

    /**
     * Remembers the state of a new JVM.
     *
     * @param all the lookup object that may do everything
     * @param event an eventfd that becomes readable when a program calls exit
     */
    Server(MethodHandles.Lookup all, int event) throws ReflectiveOperationException, InterruptedException {
        System.clearProperty(SWITCH);
        state = new JdkState();
        Internals internals = new Internals(all);
        properties = new InitialProperties(internals, SWITCH);
        exit = new ExitState(internals);
        streams = new Streams(internals);
        surroundings = new Surroundings(internals);
        numbers = new Numbers(internals);
        logging = new LoggingState(internals);
        finalization = new Finalization(internals);
        net = new NetState(internals);
        security = new SecurityState(internals);
        locales = new LocaleCaches(internals);
        files = new OpenFiles(internals);
        signals = new SignalState(internals);
        assertions = new AssertionState(internals);
        nativeAccess = new NativeAccess(internals);
        reflection = new ReflectionState(internals);
        loaderTypes = new LoaderTypes(internals);
        lateValues = new LateValues(internals);
        modules = new ModuleGraph(internals);
        threads = new RunThreads(internals, PATIENCE, EventLoops::wake);
        children = new ChildProcesses(internals, PATIENCE_WITH_CHILDREN);
        cleaners = new Cleaners(internals);
        virtualThreads = new VirtualThreads(internals);
        libraries = new LoadedLibraries(internals);
        for (String name : USED_AT_START) {
            Class.forName(name, true, null);
        }
        // Keeps a socket of its own from its first use on, which would seem to be a run's.
        Class.forName("sun.nio.ch.UnixDispatcher", true, null);
        numbers.restore();
        // Nothing has run yet: it tells whether it can be done at all.
        String refusal = Reset.everything(state::restore);
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        Reset.changedStatic();
        WarmVm.arm(event);
    }

    /**
     * Before a run, when environment, directory and descriptors of the process are the run's. Bytes are as the kernel has them.
     *
     * @param options properties of the command line in its order, of the form name=value, or name, or =name of one of the server's
     * @param directory the working directory
     */
    void prepare(byte[][] options, byte[] directory) {
        Charset platform = Charset.forName(System.getProperty("sun.jnu.encoding"));
        Map<String, String> given = new LinkedHashMap<>();
        for (byte[] bytes : options) {
            String option = new String(bytes, platform);
            int end = option.indexOf('=');
            if (end == 0) {
                given.put(option.substring(1), null);
            } else {
                given.put(end < 0 ? option : option.substring(0, end), end < 0 ? "" : option.substring(end + 1));
            }
        }
        System.setProperties(properties.of(given, new String(directory, platform)));
        streams.renew();
        surroundings.take(directory, platform);
    }

    /** In a run, by its thread, when its main class is loaded and before any of its code runs. */
    void mainLoaded() {
        modules.takeEdgesOfLauncher();
    }

    /** Ends the run's threads; returns why that cannot be done, or null. Nothing of the run happens afterwards. */
    String endThreads() throws InterruptedException, ReflectiveOperationException {
        // A program may have interrupted all threads.
        Thread.interrupted();
        String refusal = threads.end();
        children.forgetWhoAsked();
        return refusal;
    }

    /** Makes this VM as new, apart from what is loaded and compiled; returns why that cannot be done, or null. */
    String reset() throws InterruptedException, ReflectiveOperationException {
        String refusal = children.await();
        if (refusal == null) {
            // One may have ended before those who asked were forgotten.
            refusal = threads.end();
        }
        if (refusal == null) {
            refusal = modules.change();
        }
        if (refusal == null) {
            refusal = threads.change();
        }
        if (refusal != null) {
            return refusal;
        }
        cleaners.forgetActions();
        virtualThreads.forgetEnded();
        exit.restore();
        finalization.forget();
        refusal = Reset.everything(() -> {
            state.restore();
            threads.restore();
            streams.renew();
            numbers.restore();
            logging.restore();
            net.restore();
            security.restore();
            locales.clear();
            files.restore();
            signals.restore();
            assertions.restore();
            nativeAccess.restore();
            reflection.restore();
            loaderTypes.restore();
            lateValues.restore();
        });
        return refusal == null ? Reset.changedStatic() : refusal;
    }

    /** The paths of native libraries that the application's loader has loaded. */
    String[] libraries() {
        return libraries.paths();
    }

    /** After {@link #reset}: makes one of them as if it had never been loaded; returns what {@code dlclose} takes. */
    long forgetLibrary(String path) {
        return libraries.forget(path);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** One run of a program on a thread of its own, so that nothing of it stays in thread locals. */
final class Run implements Runnable {
    private static final long PAUSE_MILLIS = 1;

    private final String mainClass;
    private final String[] arguments;
    private volatile int code;

    private Run(String mainClass, String[] arguments) {
        this.mainClass = mainClass;
        this.arguments = arguments;
    }

    /**
     * Returns the exit code when the program has called exit, or main and all other threads that are no daemons have ended, and the
     * shutdown hooks have.
     *
     * @param shutdown runs the shutdown hooks
     */
    static int toItsEnd(MethodHandle shutdown, String mainClass, String... arguments) throws InterruptedException {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Run run = new Run(mainClass, arguments);
        Thread main = new Thread(group, run, "main");
        main.setContextClassLoader(ClassLoader.getSystemClassLoader());
        main.start();
        int code = await(group, main);
        if (code == WarmVm.NO_EXIT) {
            Thread last = new Thread(group, () -> Internals.call(shutdown), "DestroyJavaVM");
            last.start();
            code = await(group, last);
        }
        return code == WarmVm.NO_EXIT ? run.code : code;
    }

    private static int await(ThreadGroup group, Thread thread) throws InterruptedException {
        int code = WarmVm.takeExitCode();
        while (code == WarmVm.NO_EXIT && (thread.isAlive() || hasUserThread(group))) {
            Thread.sleep(PAUSE_MILLIS);
            code = WarmVm.takeExitCode();
        }
        return code;
    }

    @Override
    public void run() {
        try {
            Method main = Class.forName(mainClass, false, ClassLoader.getSystemClassLoader())
                    .getMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException thrown) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, thrown.getCause());
            code = 1;
        } catch (ReflectiveOperationException noProgram) {
            System.err.println("cannot run " + mainClass + ": " + noProgram);
            code = 1;
        }
    }

    // Whether a thread is alive that is no daemon, besides the caller.
    private static boolean hasUserThread(ThreadGroup group) {
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) {
                return true;
            }
        }
        return false;
    }
}

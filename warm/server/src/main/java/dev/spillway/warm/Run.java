// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** One run of a program on a thread of its own, so that nothing of it stays in thread locals. */
final class Run implements Runnable {
    private final String mainClass;
    private final String[] arguments;

    private Run(String mainClass, String[] arguments) {
        this.mainClass = mainClass;
        this.arguments = arguments;
    }

    /** Returns when main and all other threads of the program that are no daemons have ended. */
    static void toItsEnd(String mainClass, String... arguments) throws InterruptedException {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread main = new Thread(group, new Run(mainClass, arguments), "main");
        main.setContextClassLoader(ClassLoader.getSystemClassLoader());
        main.start();
        main.join();
        for (Thread other = anyOther(group, false); other != null; other = anyOther(group, false)) {
            other.join();
        }
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
        } catch (ReflectiveOperationException noProgram) {
            System.err.println("cannot run " + mainClass + ": " + noProgram);
        }
    }

    /** A live thread of the group besides the caller, be it a daemon, or null. */
    static Thread anyOther(ThreadGroup group) {
        return anyOther(group, true);
    }

    private static Thread anyOther(ThreadGroup group, boolean daemons) {
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i] != Thread.currentThread() && (daemons || !threads[i].isDaemon())) {
                return threads[i];
            }
        }
        return null;
    }
}

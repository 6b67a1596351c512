// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.util.function.Supplier;

/**
 * The class loader of the task on whose thread it is made. Spark gives each Kryo the context class loader of the thread that wants it, which
 * need not know the program's classes where a thread of the program walks a group: those of the common pool have the system's.
 */
final class TaskClasses {
    private final ClassLoader classes;

    TaskClasses() {
        this(Thread.currentThread().getContextClassLoader());
    }

    TaskClasses(ClassLoader classes) {
        this.classes = classes;
    }

    /** What is made while the running thread has the task's loader. */
    <T> T with(Supplier<T> made) {
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            return made.get();
        } finally {
            thread.setContextClassLoader(own);
        }
    }
}

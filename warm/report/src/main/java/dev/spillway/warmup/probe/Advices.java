// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.probe;

import dev.spillway.warmup.agent.LoadEvent;
import net.bytebuddy.asm.Advice;

/** The code of the probes. It is copied into the methods; these end by a value or by any exception. */
final class Advices {
    private Advices() {}

    static final class Load {
        @Advice.OnMethodEnter
        static LoadEvent enter() {
            return LoadEvent.open();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter LoadEvent event) {
            LoadEvent.close(event, LoadEvent.LOAD);
        }
    }

    static final class Read {
        @Advice.OnMethodEnter
        static LoadEvent enter() {
            return LoadEvent.open();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter LoadEvent event) {
            LoadEvent.close(event, LoadEvent.READ);
        }
    }

    static final class Define {
        @Advice.OnMethodEnter
        static LoadEvent enter() {
            return LoadEvent.open();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter LoadEvent event) {
            LoadEvent.close(event, LoadEvent.DEFINE);
        }
    }

    static final class Unpark {
        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) Thread thread) {
            LoadEvent.mark(LoadEvent.WAKE, thread == null ? -1 : thread.getId());
        }
    }

    static final class Interrupt {
        @Advice.OnMethodEnter
        static void enter(@Advice.This Thread thread) {
            LoadEvent.mark(LoadEvent.WAKE, thread.getId());
        }
    }

    static final class Start {
        @Advice.OnMethodEnter
        static void enter(@Advice.This Thread thread) {
            if (thread.isDaemon()) {
                LoadEvent.mark(LoadEvent.DAEMON, thread.getId());
            }
        }
    }

    static final class Program {
        @Advice.OnMethodEnter
        static void enter() {
            LoadEvent.mark(LoadEvent.PROGRAM, 0);
        }
    }

    static final class Shutdown {
        @Advice.OnMethodEnter
        static void enter() {
            LoadEvent.mark(LoadEvent.SHUTDOWN, 0);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.util.Hashtable;
import java.util.Map;

/** Which handlers of signals Java code has. What the kernel does with each signal is restored in C, by {@code restore_signals}. */
final class SignalState {
    private final Map<Object, Object> handlers;
    private final Map<Object, Object> handlersAtStart;
    private final Map<Object, Object> signals;
    private final Map<Object, Object> signalsAtStart;

    SignalState(Internals internals) throws ReflectiveOperationException {
        Class<?> holder = Internals.type("jdk.internal.misc.Signal");
        handlers = table(internals, holder, "handlers");
        signals = table(internals, holder, "signals");
        handlersAtStart = Map.copyOf(handlers);
        signalsAtStart = Map.copyOf(signals);
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> table(Internals internals, Class<?> holder, String name) throws ReflectiveOperationException {
        return (Map<Object, Object>) internals.staticPlace(holder, name, Hashtable.class).get();
    }

    void restore() {
        restore(handlers, handlersAtStart);
        restore(signals, signalsAtStart);
    }

    private static void restore(Map<Object, Object> table, Map<Object, Object> start) {
        table.keySet().retainAll(start.keySet());
        table.putAll(start);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;

/** Members that reflection hides. Classes such as sun.misc.Unsafe add their own when they are initialised, which they may do once. */
final class ReflectionState {
    private final VarHandle fields;
    private final VarHandle methods;

    ReflectionState(Internals internals) throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.internal.reflect.Reflection", true, null);
        fields = internals.staticVariable(type, "fieldFilterMap", Map.class);
        methods = internals.staticVariable(type, "methodFilterMap", Map.class);
    }

    void restore() {
        fields.setVolatile(ofKeptClasses((Map<?, ?>) fields.getVolatile()));
        methods.setVolatile(ofKeptClasses((Map<?, ?>) methods.getVolatile()));
    }

    // Those of java.base stay initialised, so they will not add theirs again.
    private static Map<?, ?> ofKeptClasses(Map<?, ?> hidden) {
        Map<Object, Object> kept = new HashMap<>(hidden);
        kept.keySet().removeIf(type -> ((Class<?>) type).getModule() != Object.class.getModule());
        return kept.size() == hidden.size() ? hidden : Map.copyOf(kept);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.VarHandle;
import java.util.Map;

/** Members that reflection hides. Classes such as sun.misc.Unsafe add their own when they are initialised, which they may do once. */
final class ReflectionState {
    private final VarHandle fields;
    private final VarHandle methods;
    private final Map<?, ?> hiddenFields;
    private final Map<?, ?> hiddenMethods;

    ReflectionState(Internals internals) throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.internal.reflect.Reflection", true, null);
        fields = internals.staticVariable(type, "fieldFilterMap", Map.class);
        methods = internals.staticVariable(type, "methodFilterMap", Map.class);
        hiddenFields = (Map<?, ?>) fields.getVolatile();
        hiddenMethods = (Map<?, ?>) methods.getVolatile();
    }

    void restore() {
        fields.setVolatile(hiddenFields);
        methods.setVolatile(hiddenMethods);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;

/** Which modules may call restricted methods: the first call of one that may not is warned of and lets it go on without further warnings. */
final class NativeAccess {
    private final VarHandle enabled;
    private final Map<Module, Boolean> start = new HashMap<>();

    NativeAccess(Internals internals) throws ReflectiveOperationException {
        enabled = internals.variable(Module.class, "enableNativeAccess", boolean.class);
        remember((Module) internals.staticValue(Module.class, "ALL_UNNAMED_MODULE", Module.class));
        ModuleLayer.boot().modules().forEach(this::remember);
    }

    private void remember(Module module) {
        start.put(module, (boolean) enabled.getVolatile(module));
    }

    void restore() {
        start.forEach((module, value) -> enabled.setVolatile(module, value.booleanValue()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.invoke.MethodHandle;
import java.security.Security;
import java.util.Properties;
import java.util.ServiceLoader;

/** Security properties, and providers of security services, which java.base keeps though they may be another module's or the program's. */
final class SecurityState {
    private final Properties properties;
    private final Properties start;
    private final MethodHandle listOfProperties;
    private final MethodHandle setList;
    private final ServiceLoader<?> loader;

    SecurityState(Internals internals) throws ReflectiveOperationException {
        Class.forName(Security.class.getName(), true, null);
        properties = (Properties) internals.staticPlace(Security.class, "props", Properties.class).get();
        start = (Properties) properties.clone();
        Class<?> lists = Internals.type("sun.security.jca.ProviderList");
        listOfProperties = internals.staticMethod(lists, "fromSecurityProperties", lists);
        setList = internals.staticMethod(Internals.type("sun.security.jca.Providers"), "setProviderList", void.class, lists);
        Class<?> loaders = Class.forName("sun.security.jca.ProviderConfig$ProviderLoader", true, null);
        Object instance = internals.staticPlace(loaders, "INSTANCE", loaders).get();
        loader = (ServiceLoader<?>) internals.place(instance, loaders, "services").get();
    }

    void restore() {
        properties.clear();
        properties.putAll(start);
        // Keeps the providers it has made.
        loader.reload();
        Internals.call(setList, Internals.call(listOfProperties));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.probe;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Methods of one class of the JDK and what is put into them.
 *
 * @param type name of the class
 * @param methods which of its methods
 * @param advice what they do in addition
 */
record Probe(String type, ElementMatcher.Junction<MethodDescription> methods, Class<?> advice) {
    /**
     * The probes for a JDK.
     *
     * @param access its class behind java.lang for the rest of the JDK, by which proxies and lambdas are defined
     */
    static List<Probe> all(String access) {
        return List.of(
                method("java.lang.ClassLoader", "loadClass", Advices.Load.class),
                method("jdk.internal.loader.BuiltinClassLoader", "loadClassOrNull", 2, Advices.Load.class),
                method("jdk.internal.loader.Resource", "getBytes", Advices.Read.class),
                method("jdk.internal.loader.Resource", "getByteBuffer", Advices.Read.class),
                method("jdk.internal.module.SystemModuleFinders$SystemModuleReader", "read", Advices.Read.class),
                method("java.lang.module.ModuleReader", "read", Advices.Read.class),
                // The byte array without a domain, the third form, calls one of these.
                method("java.lang.ClassLoader", "defineClass", 5, Advices.Define.class),
                method("java.lang.ClassLoader", "defineClass", 3, Advices.Define.class),
                method(access, "defineClass", Advices.Define.class),
                method("java.util.concurrent.locks.LockSupport", "unpark", Advices.Unpark.class),
                method("java.lang.Thread", "interrupt", Advices.Interrupt.class),
                method("java.lang.Thread", "start", Advices.Start.class),
                method("sun.launcher.LauncherHelper", "checkAndLoadMain", Advices.Program.class),
                method("java.lang.Shutdown", "runHooks", Advices.Shutdown.class));
    }

    private static Probe method(String type, String name, Class<?> advice) {
        return new Probe(type, named(name).and(not(isNative())).and(not(isAbstract())), advice);
    }

    private static Probe method(String type, String name, int arguments, Class<?> advice) {
        return new Probe(type, method(type, name, advice).methods.and(takesArguments(arguments)), advice);
    }
}

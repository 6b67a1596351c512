// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Modifier;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.asm.ModifierAdjustment;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.modifier.FieldManifestation;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import org.apache.spark.rdd.SpillwayBridge;
import scala.runtime.BoxesRunTime;

/** Defines the rewritten version of one Spark class in Spark's loader. */
final class ClassHook {
    /**
     * A static field that tells a rewritten class from Spark's own. Private, because any other would change the class's default
     * serialVersionUID, and driver and executors could not exchange its objects unless both have rewritten it.
     */
    static final String MARKER = "spillway$hooked";

    private final ClassLoader spark;

    ClassHook(ClassLoader spark) {
        this.spark = spark;
    }

    /**
     * Makes sure that a class is the rewritten one.
     *
     * @param name class to rewrite, in the package of the neighbour
     * @param neighbour a class of Spark that may be loaded
     * @param rewriting what to add
     * @throws IllegalStateException if the class was loaded before, without the hook
     * @throws ReflectiveOperationException if Spark's loader does not let us in
     */
    void install(String name, Class<?> neighbour, Rewriting rewriting) throws ReflectiveOperationException {
        byte[] rewritten = rewrite(name, rewriting);
        try {
            MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup()).defineClass(rewritten);
        } catch (LinkageError loaded) {
            requireHooked(name, loaded);
        }
    }

    // The second SparkContext of a JVM finds the class as the first one left it.
    private void requireHooked(String name, LinkageError loaded) throws ClassNotFoundException {
        try {
            Class.forName(name, false, spark).getDeclaredField(MARKER);
        } catch (NoSuchFieldException stock) {
            throw new IllegalStateException(name + " was loaded before the plug-in", loaded);
        }
    }

    private byte[] rewrite(String name, Rewriting rewriting) {
        ClassFileLocator files = new ClassFileLocator.Compound(
                ClassFileLocator.ForClassLoader.of(spark), ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()));
        // Advice may not set a final field, so it must see the class as it is without the modifier.
        ClassFileLocator prepared =
                new ClassFileLocator.Compound(ClassFileLocator.Simple.of(name, prepare(name, rewriting, files)), files);
        TypePool types = TypePool.Default.of(prepared);
        DynamicType.Builder<?> builder = new ByteBuddy().redefine(types.describe(name).resolve(), prepared);
        for (Map.Entry<String, Class<?>> e : rewriting.advice().entrySet()) {
            builder = builder.visit(Advice.to(types.describe(e.getValue().getName()).resolve(), prepared).on(method(e.getKey())));
        }
        return bytes(rewriting.comparing() == null ? builder : builder.visit(comparingByBridge(rewriting.comparing())));
    }

    private static AsmVisitorWrapper comparingByBridge(String method) {
        try {
            return MemberSubstitution.relaxed().failIfNoMatch(true)
                    .method(named("equals").and(isDeclaredBy(BoxesRunTime.class)))
                    .replaceWith(SpillwayBridge.class.getMethod("isSameKey", Object.class, Object.class))
                    .on(named(method));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] prepare(String name, Rewriting rewriting, ClassFileLocator files) {
        DynamicType.Builder<?> builder = new ByteBuddy()
                .redefine(TypePool.Default.of(files).describe(name).resolve(), files)
                .defineField(MARKER, boolean.class, Modifier.PRIVATE | Modifier.STATIC);
        if (rewriting.newField() != null) {
            builder = builder.defineField(rewriting.newField(), Object.class, Modifier.PRIVATE);
        }
        String[] writable = rewriting.writable().toArray(String[]::new);
        return bytes(builder.visit(new ModifierAdjustment().withFieldModifiers(namedOneOf(writable), FieldManifestation.PLAIN)));
    }

    private static ElementMatcher.Junction<MethodDescription> method(String name) {
        return name.equals(Rewriting.CONSTRUCTOR) ? isConstructor() : named(name).and(not(isBridge()));
    }

    private static byte[] bytes(DynamicType.Builder<?> builder) {
        try (DynamicType.Unloaded<?> made = builder.make()) {
            return made.getBytes();
        }
    }
}

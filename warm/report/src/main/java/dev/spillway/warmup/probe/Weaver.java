// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.probe;

import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.VisibilityBridgeStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import net.bytebuddy.pool.TypePool;

/** Puts probes into class files. A class in use can take new code, but no new method or field. */
final class Weaver {
    private final ClassFileLocator files;
    private final TypePool types;
    private final ByteBuddy byteBuddy = new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(InstrumentedType.Factory.Default.FROZEN)
            .with(VisibilityBridgeStrategy.Default.NEVER);

    Weaver(ClassFileLocator jdk) {
        files = new ClassFileLocator.Compound(jdk, ClassFileLocator.ForClassLoader.of(Weaver.class.getClassLoader()));
        types = TypePool.Default.of(files);
    }

    /** The class file with the probes, which all are of that type. */
    byte[] weave(String type, List<Probe> probes) {
        TypeDescription description = types.describe(type).resolve();
        DynamicType.Builder<?> builder = byteBuddy.redefine(description, files);
        for (Probe probe : probes) {
            // A probe without a method would measure nothing, and nobody would see it.
            if (description.getDeclaredMethods().filter(probe.methods()).isEmpty()) {
                throw new IllegalStateException("this JDK has no method for the probe " + probe);
            }
            builder = builder.visit(Advice.to(probe.advice(), files).on(probe.methods()));
        }
        return builder.make().getBytes();
    }

    /** The class file with each mention of a class changed into another. */
    static byte[] rename(byte[] file, String from, String to) {
        ClassReader reader = new ClassReader(file);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassRemapper(writer, new SimpleRemapper(from.replace('.', '/'), to.replace('.', '/'))), 0);
        return writer.toByteArray();
    }
}

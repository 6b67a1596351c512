// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/** Looks into class files without loading the classes: a loaded class could not be rewritten any more. */
public final class ClassFiles {
    private final TypePool types;

    /** Looks where a loader would. */
    public ClassFiles(ClassLoader loader) {
        types = TypePool.Default.of(ClassFileLocator.ForClassLoader.of(loader));
    }

    /** Those of the members that are not declared as they should be, in words. */
    public List<String> missing(List<Member> members) {
        List<String> missing = new ArrayList<>();
        for (Member member : members) {
            if (!isThere(member)) {
                missing.add(member + " is missing");
            }
        }
        return missing;
    }

    private boolean isThere(Member member) {
        try {
            return has(member);
        } catch (TypePool.Resolution.NoSuchTypeException e) {
            // A type that members of the class refer to.
            return false;
        }
    }

    private boolean has(Member member) {
        TypePool.Resolution found = types.describe(member.owner());
        if (!found.isResolved()) {
            return false;
        }
        TypeDescription owner = found.resolve();
        if (member.kind() == Member.Kind.FIELD) {
            return owner.getDeclaredFields().stream().anyMatch(
                    f -> f.getName().equals(member.name()) && f.getType().asErasure().getName().equals(member.type()));
        }
        return owner.getDeclaredMethods().stream().anyMatch(m -> isIt(m, member));
    }

    private static boolean isIt(MethodDescription method, Member member) {
        boolean named = member.kind() == Member.Kind.CONSTRUCTOR
                ? method.isConstructor()
                : method.getName().equals(member.name()) && method.getReturnType().asErasure().getName().equals(member.type());
        return named && method.getParameters().asTypeList().asErasures().stream().map(TypeDescription::getName).toList()
                .equals(member.parameters());
    }

    /** Whether a class declares a method whose name begins so. */
    boolean hasMethodLike(String owner, String prefix) {
        TypePool.Resolution found = types.describe(owner);
        return found.isResolved()
                && found.resolve().getDeclaredMethods().stream().anyMatch(m -> m.getName().startsWith(prefix));
    }
}

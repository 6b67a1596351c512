// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.List;

/**
 * A field, method or constructor that must be declared by a class.
 *
 * @param owner name of the class
 * @param kind what it is
 * @param type name of the field's type or the method's erased result
 * @param name its name, empty for a constructor
 * @param parameters names of the erased parameter types
 */
public record Member(String owner, Kind kind, String type, String name, List<String> parameters) {
    /** What can be declared. */
    public enum Kind { FIELD, METHOD, CONSTRUCTOR }

    public static Member field(String owner, String type, String name) {
        return new Member(owner, Kind.FIELD, type, name, List.of());
    }

    public static Member method(String owner, String result, String name, String... parameters) {
        return new Member(owner, Kind.METHOD, result, name, List.of(parameters));
    }

    public static Member constructor(String owner, String... parameters) {
        return new Member(owner, Kind.CONSTRUCTOR, "void", "", List.of(parameters));
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + " " + owner + "." + name
                + (kind == Kind.FIELD ? "" : parameters) + ": " + type;
    }
}

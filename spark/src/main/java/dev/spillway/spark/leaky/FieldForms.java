// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.serializers.FieldSerializer;
import java.lang.reflect.Field;
import java.util.Set;

/** How Kryo's own classes for the fields of objects write them. Which one it takes depends on the JVM and on settings, what is written does not. */
final class FieldForms {
    private static final String KRYO = "com.esotericsoftware.kryo.serializers.";
    private static final Set<String> FORMS = Set.of(KRYO + "AsmCacheFields$Asm", KRYO + "UnsafeCacheFields$Unsafe", KRYO + "ObjectField$Object");

    // Kryo has no method that tells it; without the field every class counts as told.
    private static final Field CLASS = classOfField();

    private FieldForms() {}

    private static Field classOfField() {
        try {
            Field field = FieldSerializer.CachedField.class.getDeclaredField("valueClass");
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** The rule of a field of a primitive type, or of a string that is not referred to, or null if it is another one. */
    static PlainRule simple(FieldSerializer.CachedField<?> field) {
        String kind = field.getClass().getName();
        String type = FORMS.stream().filter(kind::startsWith).map(form -> kind.substring(form.length())).findFirst().orElse("");
        return switch (type) {
            case "StringField" -> PlainRules::skipString;
            case "IntField" -> PlainRules::skipInt;
            case "LongField" -> PlainRules::skipLong;
            case "DoubleField" -> input -> PlainRules.skip(input, Double.BYTES);
            case "FloatField" -> input -> PlainRules.skip(input, Float.BYTES);
            case "ShortField" -> input -> PlainRules.skip(input, Short.BYTES);
            case "CharField" -> input -> PlainRules.skip(input, Character.BYTES);
            case "ByteField", "BooleanField" -> input -> PlainRules.skip(input, 1);
            default -> null;
        };
    }

    /** Whether the program, or the field's final type, has told Kryo the class of what is in a field, which is not written then. */
    static boolean isOfToldClass(FieldSerializer.CachedField<?> field) {
        try {
            return CLASS == null || CLASS.get(field) != null;
        } catch (IllegalAccessException e) {
            return true;
        }
    }

    /** Whether a field is one of any object. */
    static boolean isOfObject(FieldSerializer.CachedField<?> field) {
        String kind = field.getClass().getName();
        return kind.equals(KRYO + "ObjectField") || FORMS.stream().anyMatch(form -> kind.equals(form + "ObjectField"));
    }
}

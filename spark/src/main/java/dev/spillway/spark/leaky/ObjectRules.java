// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.NotNull;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.DefaultArraySerializers;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Where objects end that Kryo writes field by field. Which classes count follows from the class and from Kryo's settings alone, never from what has
 * been met before: the map side and the reduce side must agree. The map side skips each value before it leaves its length out, so a rule
 * that is wrong about a serializer costs a length and nothing else. Not thread-safe.
 */
final class ObjectRules {
    /** Of objects whose end is not known: no value with such an object has no length. */
    static final PlainRule NEVER = input -> false;

    private final PlainRule member;
    private final Map<Class<?>, PlainRule> objects = new HashMap<>();

    /**
     * No rules yet.
     *
     * @param member skips a class and an object of it, or null
     */
    ObjectRules(PlainRule member) {
        this.member = member;
    }

    /**
     * The rule of what a serializer writes after the class and the mark of a reference, or null; {@link #NEVER} if it writes fields in a way that is not
     * known. With optimized generics Kryo makes the fields anew while it writes, and may lose what a program has set in them: null then.
     */
    PlainRule of(Kryo kryo, Registration registration) {
        Serializer<?> serializer = registration.getSerializer();
        String name = serializer.getClass().getName();
        PlainRule plain = PlainRules.of(name, registration.getType());
        if (plain == null) {
            plain = PlainRules.is(name, DefaultArraySerializers.StringArraySerializer.class) ? strings(kryo) : MemberRules.of(name, member);
        }
        boolean byFields = plain == null && serializer.getClass() == FieldSerializer.class && !kryo.getFieldSerializerConfig().isOptimizedGenerics();
        return byFields ? object(kryo, registration.getType(), (FieldSerializer<?>) serializer) : plain;
    }

    // Kryo asks the registered serializer for the strings of an array only if it notes each of them.
    private PlainRule strings(Kryo kryo) {
        boolean noted = kryo.getReferences() && kryo.getReferenceResolver().useReferences(String.class);
        PlainRule string = noted ? of(kryo, kryo.getRegistration(String.class)) : PlainRules::skipString;
        return string == null ? null : PlainRules.all(noted ? PlainRules.referable(string) : string);
    }

    private PlainRule object(Kryo kryo, Class<?> type, FieldSerializer<?> serializer) {
        PlainRule known = objects.get(type);
        if (known == null) {
            Fields fields = new Fields();
            // Before its fields, of which one may be of the same class.
            objects.put(type, fields);
            fields.rules = serializer.getType() == type ? fields(kryo, serializer) : null;
            known = fields.rules == null ? NEVER : fields;
            objects.put(type, known);
        }
        return known;
    }

    // Null if there is a field of which nothing is known, or of a type of which Kryo or the VM makes nothing.
    private PlainRule[] fields(Kryo kryo, FieldSerializer<?> serializer) {
        FieldSerializer.CachedField<?>[] fields = serializer.getFields();
        PlainRule[] rules = new PlainRule[fields.length];
        try {
            for (int i = 0; i < fields.length; i++) {
                rules[i] = field(kryo, fields[i]);
            }
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
        return Arrays.asList(rules).contains(null) ? null : rules;
    }

    private PlainRule field(Kryo kryo, FieldSerializer.CachedField<?> cached) {
        Field field = cached.getField();
        if (field == null || field.isAnnotationPresent(NotNull.class)) {
            return null;
        }
        boolean variable = isVariable(field.getGenericType());
        PlainRule simple = variable ? null : FieldForms.simple(cached);
        if (simple != null || !variable && !FieldForms.isOfObject(cached)) {
            return simple;
        }
        Class<?> type = field.getType();
        Serializer<?> noted = variable ? null : cached.getSerializer();
        // Of others Kryo writes the class of what is in them, unless the program has told it: it notes a serializer there, too, with the first object.
        return kryo.isFinal(type) ? fieldOf(kryo, type, noted) : noted == null && !FieldForms.isOfToldClass(cached) ? member : null;
    }

    // A program may have one serializer find out what stands for a type variable; what Kryo does otherwise is expected here.
    private static boolean isVariable(Type type) {
        return !(type instanceof Class<?>) && !(type instanceof ParameterizedType);
    }

    // Kryo notes the serializer in the field when it first writes one; any other one is the program's.
    private PlainRule fieldOf(Kryo kryo, Class<?> type, Serializer<?> noted) {
        Registration registration = kryo.getRegistration(type);
        Serializer<?> serializer = registration.getSerializer();
        PlainRule rule = noted == null || noted == serializer ? of(kryo, registration) : null;
        boolean marked = kryo.getReferences() || !serializer.getAcceptsNull();
        return rule != null && marked ? PlainRules.referable(rule) : rule;
    }

    private final class Fields implements PlainRule {
        private PlainRule[] rules;

        @Override
        public boolean skip(Input input) {
            if (rules == null) {
                return false;
            }
            for (PlainRule rule : rules) {
                if (!rule.skip(input)) {
                    return false;
                }
            }
            return true;
        }
    }
}

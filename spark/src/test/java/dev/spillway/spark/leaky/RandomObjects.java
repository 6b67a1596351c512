// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import scala.Option;
import scala.Tuple2;
import scala.Tuple3;
import scala.jdk.javaapi.CollectionConverters;
import scala.util.Either;
import scala.util.Left;
import scala.util.Right;

/** Makes objects of given classes with random contents. */
final class RandomObjects {
    private static final int MOST_NESTED = 4;

    private final Random random;
    private final List<Class<?>> classes;
    private final boolean shared;
    // What the object that is being made has already, to be referred to again, also in circles.
    private final List<Object> made = new ArrayList<>();

    /**
     * A source of objects.
     *
     * @param random what they depend on
     * @param classes for fields of any class
     * @param shared whether an object may have another one in two places, or itself
     */
    RandomObjects(Random random, List<Class<?>> classes, boolean shared) {
        this.random = random;
        this.classes = classes;
        this.shared = shared;
    }

    /** A new object, not null. */
    Object next() {
        made.clear();
        return object(classes.get(random.nextInt(classes.size())), 0);
    }

    private Object object(Class<?> type, int nested) {
        try {
            Object object = type.getDeclaredConstructor().newInstance();
            made.add(object);
            for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    field.setAccessible(true);
                    if (!Modifier.isStatic(field.getModifiers())) {
                        field.set(object, value(field.getType(), nested + 1));
                    }
                }
            }
            return object;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object value(Class<?> type, int nested) {
        if (!type.isPrimitive()) {
            if (random.nextInt(6) == 0) {
                return null;
            }
            List<Object> same = made.stream().filter(type::isInstance).toList();
            if (shared && !same.isEmpty() && random.nextInt(4) == 0) {
                return same.get(random.nextInt(same.size()));
            }
        }
        Object value = fresh(type, nested);
        if (value != null) {
            made.add(value);
        }
        return value;
    }

    private Object fresh(Class<?> type, int nested) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), random.nextInt(random.nextInt(20) == 0 ? 3000 : 5));
            for (int i = 0; i < Array.getLength(array); i++) {
                Array.set(array, i, scalar(type.getComponentType()));
            }
            return array;
        } else if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        } else if (type == Object.class) {
            return any(nested);
        } else if (type == Number.class) {
            return random.nextBoolean() ? (Object) random.nextInt() : random.nextInt(5) == 0 ? new BigDecimal("1.5") : random.nextGaussian();
        }
        return collection(type, nested);
    }

    private Object collection(Class<?> type, int nested) {
        int size = random.nextInt(random.nextInt(30) == 0 ? 500 : 4);
        List<Object> list = new ArrayList<>();
        Map<Object, Object> map = new LinkedHashMap<>();
        if (type == ArrayList.class || type == scala.collection.immutable.List.class || type == LinkedHashMap.class) {
            for (int i = 0; i < size; i++) {
                list.add(size > 4 ? (Object) random.nextInt() : value(Object.class, nested + 1));
                map.put(string() + i, list.get(i));
            }
            return type == ArrayList.class ? list : type == LinkedHashMap.class ? map : CollectionConverters.asScala(list).toList();
        }
        return scala(type, nested);
    }

    private Object scala(Class<?> type, int nested) {
        Function<Class<?>, Object> member = t -> value(t, nested + 1);
        if (type == Option.class) {
            return Option.apply(member.apply(String.class));
        } else if (type == Either.class) {
            return random.nextBoolean() ? new Left<>(random.nextInt()) : new Right<>(member.apply(String.class));
        } else if (type == Tuple2.class) {
            return random.nextBoolean() ? new Tuple2<>(random.nextInt(), random.nextDouble()) : new Tuple2<>(member.apply(String.class), random.nextInt());
        } else if (type == Tuple3.class) {
            return new Tuple3<>(member.apply(Object.class), member.apply(String.class), random.nextLong());
        } else if (type.getClassLoader() == classes.get(0).getClassLoader()) {
            return nested > MOST_NESTED ? null : object(subclass(type), nested);
        }
        return scalar(type);
    }

    private Class<?> subclass(Class<?> type) {
        List<Class<?>> some = classes.stream().filter(type::isAssignableFrom).toList();
        return some.isEmpty() ? type : some.get(random.nextInt(some.size()));
    }

    private Object any(int nested) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt();
            case 1 -> scalar(String.class);
            case 2 -> random.doubles(3).toArray();
            case 3 -> nested > MOST_NESTED ? null : new Tuple2<>(value(Object.class, nested + 1), value(String.class, nested + 1));
            case 4 -> random.nextInt(5) == 0 ? new ArrayList<>(List.of(1, "x")) : random.nextLong();
            case 5 -> Option.apply(value(String.class, nested + 1));
            default -> nested > MOST_NESTED ? null : object(classes.get(random.nextInt(classes.size())), nested);
        };
    }

    private Object scalar(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> random.nextInt() >> random.nextInt(32);
            case "long", "Long" -> random.nextLong() >> random.nextInt(64);
            case "double", "Double" -> random.nextGaussian();
            case "float", "Float" -> random.nextFloat();
            case "short", "Short" -> (short) random.nextInt();
            case "byte", "Byte" -> (byte) random.nextInt();
            case "char", "Character" -> (char) random.nextInt(0xd800);
            case "boolean", "Boolean" -> random.nextBoolean();
            case "String" -> string();
            case "BigDecimal" -> BigDecimal.valueOf(random.nextLong(), random.nextInt(30));
            case "BigInteger" -> BigInteger.valueOf(random.nextLong()).pow(random.nextInt(4));
            case "Date" -> new Date(random.nextLong());
            case "Timestamp" -> new Timestamp(random.nextInt());
            default -> throw new IllegalArgumentException(type.getName());
        };
    }

    private String string() {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> "größer " + "\u4e2d".repeat(random.nextInt(100));
            case 2 -> "ascii ".repeat(random.nextInt(random.nextInt(20) == 0 ? 2000 : 20));
            case 3 -> "\ud83d\ude00" + random.nextInt();
            default -> Integer.toString(random.nextInt(), 36);
        };
    }
}

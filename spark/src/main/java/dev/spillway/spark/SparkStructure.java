// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.hooks.ClassFiles;
import dev.spillway.spark.hooks.Member;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The private parts of Spark the plug-in relies on, checked by name and type before anything is touched. Scala's
 * private[spark] members are public in bytecode, but no Spark release promises to keep them.
 */
final class SparkStructure {
    private static final String SPARK = "org.apache.spark.";
    private static final String STORE = SPARK + "storage.memory.MemoryStore";
    private static final String MANAGER = SPARK + "storage.BlockManager";
    private static final String INFOS = SPARK + "storage.BlockInfoManager";
    private static final String BLOCK_ID = SPARK + "storage.BlockId";
    private static final String MODE = SPARK + "memory.MemoryMode";
    private static final String ITERATOR = "scala.collection.Iterator";
    private static final String TAG = "scala.reflect.ClassTag";

    /** One needed method: declared where, called what, with which erased types; and whether it is overridden. */
    private record Needed(String owner, boolean overridden, String result, String name, String... parameters) {}

    private static final List<Needed> METHODS = List.of(
            new Needed(STORE, true, "scala.util.Either", "putIteratorAsValues", BLOCK_ID, ITERATOR, MODE, TAG),
            new Needed(STORE, true, "scala.Option", "getValues", BLOCK_ID),
            new Needed(STORE, true, "long", "getSize", BLOCK_ID),
            new Needed(STORE, true, "boolean", "contains", BLOCK_ID),
            new Needed(STORE, true, "boolean", "remove", BLOCK_ID),
            new Needed(STORE, true, "void", "clear"),
            new Needed(STORE, false, "boolean", "reserveUnrollMemoryForThisTask", BLOCK_ID, "long", MODE),
            new Needed(STORE, false, "void", "releaseUnrollMemoryForThisTask", MODE, "long"),
            new Needed(MANAGER, false, STORE, "memoryStore"),
            new Needed(MANAGER, false, INFOS, "blockInfoManager"),
            new Needed(MANAGER, false, SPARK + "storage.DiskStore", "diskStore"),
            new Needed(MANAGER, false, SPARK + "serializer.SerializerManager", "serializerManager"),
            new Needed(MANAGER, false, SPARK + "storage.StorageLevel", "dropFromMemory", BLOCK_ID, "scala.Function0", TAG),
            new Needed(MANAGER, false, SPARK + "storage.BlockData", WholeBlockGuard.SERIALIZING_METHOD, BLOCK_ID,
                    SPARK + "storage.BlockInfo"),
            new Needed(INFOS, false, "scala.Option", "get", BLOCK_ID),
            new Needed(INFOS, false, "scala.Option", "lockForWriting", BLOCK_ID, "boolean"),
            new Needed(INFOS, false, "void", "unlock", BLOCK_ID, "scala.Option"),
            new Needed(INFOS, false, "void", "removeBlock", BLOCK_ID),
            new Needed(SPARK + "storage.DiskStore", false, "void", "put", BLOCK_ID, "scala.Function1"),
            new Needed(SPARK + "memory.MemoryManager", false, "void", "setMemoryStore", STORE),
            new Needed(SPARK + "memory.MemoryManager", false, "boolean", "acquireStorageMemory", BLOCK_ID, "long", MODE),
            new Needed(SPARK + "memory.MemoryManager", false, "void", "releaseStorageMemory", "long", MODE));

    // Reflection on RDD would load the RDDs that its methods name, and classes that are loaded cannot be rewritten any more.
    private static final List<Member> IN_CLASS_FILES =
            List.of(Member.method(SPARK + "rdd.RDD", "scala.Option", "checkpointData"));

    private static final List<List<String>> CONSTRUCTORS = List.of(
            List.of(STORE, SPARK + "SparkConf", INFOS, SPARK + "serializer.SerializerManager", SPARK + "memory.MemoryManager",
                    SPARK + "storage.memory.BlockEvictionHandler"),
            List.of(SPARK + "storage.TestBlockId", "java.lang.String"),
            List.of(SPARK + "storage.memory.PartiallyUnrolledIterator", STORE, MODE, "long", ITERATOR, ITERATOR));

    private final ClassLoader loader;

    SparkStructure(ClassLoader loader) {
        this.loader = loader;
    }

    /** What does not fit, in words; empty for a Spark the plug-in can work with. Runs no code of the classes it looks at. */
    List<String> misfits() {
        List<String> misfits = new ArrayList<>();
        METHODS.forEach(method -> checkMethod(method, misfits));
        CONSTRUCTORS.forEach(signature -> checkConstructor(signature, misfits));
        checkSlot(misfits);
        misfits.addAll(new ClassFiles(loader).missing(IN_CLASS_FILES));
        return misfits;
    }

    private void checkMethod(Needed needed, List<String> misfits) {
        try {
            Method method = type(needed.owner())
                    .getDeclaredMethod(needed.name(), types(Arrays.asList(needed.parameters())));
            if (method.getReturnType() != type(needed.result())) {
                misfits.add(needed.owner() + "." + needed.name() + " gives " + method.getReturnType().getName());
            }
            if (needed.overridden() && Modifier.isFinal(method.getModifiers())) {
                misfits.add(needed.owner() + "." + needed.name() + " is final");
            }
        } catch (ReflectiveOperationException | LinkageError missing) {
            misfits.add(needed.owner() + "." + needed.name() + Arrays.toString(needed.parameters()) + " is missing");
        }
    }

    private void checkConstructor(List<String> signature, List<String> misfits) {
        try {
            type(signature.get(0)).getDeclaredConstructor(types(signature.subList(1, signature.size())));
        } catch (ReflectiveOperationException | LinkageError missing) {
            misfits.add("constructor " + signature + " is missing");
        }
    }

    // The field behind the lazy value BlockManager.memoryStore takes our store.
    private void checkSlot(List<String> misfits) {
        try {
            Field slot = type(MANAGER).getDeclaredField("memoryStore");
            if (Modifier.isFinal(slot.getModifiers()) || slot.getType() != type(STORE)) {
                misfits.add(MANAGER + ".memoryStore cannot take another store");
            }
            type(STORE).getDeclaredField("entries");
        } catch (ReflectiveOperationException | LinkageError missing) {
            misfits.add("field " + missing.getMessage() + " is missing");
        }
    }

    private Class<?>[] types(List<String> names) throws ClassNotFoundException {
        Class<?>[] types = new Class<?>[names.size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(names.get(i));
        }
        return types;
    }

    private Class<?> type(String name) throws ClassNotFoundException {
        return switch (name) {
            case "long" -> long.class;
            case "boolean" -> boolean.class;
            case "void" -> void.class;
            default -> Class.forName(name, false, loader);
        };
    }
}

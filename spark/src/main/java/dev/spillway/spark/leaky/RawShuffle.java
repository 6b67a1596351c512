// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleManager;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import scala.Option;
import scala.Product2;
import scala.collection.Iterator;
import sun.reflect.ReflectionFactory;

/**
 * Reads one partition of a shuffle as keys and raw values through whatever shuffle manager runs, by a copy of the dependency
 * whose serializer is the raw one and which has no aggregator. Fetching, checksums, retries and metrics stay Spark's.
 */
final class RawShuffle {
    private static final String MANAGER = "org.apache.spark.shuffle.sort.SortShuffleManager";
    private static final Set<String> HANDLES = Set.of("org.apache.spark.shuffle.BaseShuffleHandle",
            "org.apache.spark.shuffle.sort.SerializedShuffleHandle", "org.apache.spark.shuffle.sort.BypassMergeSortShuffleHandle");

    private final ShuffleManager manager;
    private final BaseShuffleHandle<?, ?, ?> handle;
    private final ShuffleDependency<?, ?, ?> dependency;
    private final KryoSerializer kryo;

    private RawShuffle(ShuffleManager manager, BaseShuffleHandle<?, ?, ?> handle, ShuffleDependency<?, ?, ?> dependency, KryoSerializer kryo) {
        this.manager = manager;
        this.handle = handle;
        this.dependency = dependency;
        this.kryo = kryo;
    }

    /** Whether values of the shuffle can be had as bytes, whatever they are with Kryo, if their types are listed with Java's serializer. */
    static boolean isReadable(ShuffleDependency<?, ?, ?> dependency) {
        return (kryoOf(dependency) != null || isJavas(dependency)) && isSparks(dependency.shuffleHandle());
    }

    // Kryo as it wrote the shuffle, or null if its values cannot be told apart as bytes. A subclass may write another format.
    private static KryoSerializer kryoOf(ShuffleDependency<?, ?, ?> dependency) {
        Serializer serializer = dependency.serializer();
        KryoSerializer kryo = serializer instanceof LengthPrefixSerializer ours ? ours.kryo()
                : serializer.getClass() == KryoSerializer.class ? (KryoSerializer) serializer : null;
        return kryo != null && kryo.supportsRelocationOfSerializedObjects() ? kryo : null;
    }

    /** Whether Java's serializer wrote it. */
    static boolean isJavas(ShuffleDependency<?, ?, ?> dependency) {
        return dependency.serializer().getClass() == JavaSerializer.class;
    }

    // A remote shuffle service has handles of its own, some in Spark's packages and of Spark's types, for data that only it finds.
    static boolean isSparks(ShuffleHandle handle) {
        return HANDLES.contains(handle.getClass().getName());
    }

    /**
     * Prepares to read a shuffle.
     *
     * @param dependency that {@link #isReadable}
     * @param reencoder gives Kryo for values that Java's serializer wrote
     * @return null if not Spark's own manager reads it
     * @throws ReflectiveOperationException if the dependency cannot be copied; nothing was read then
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static RawShuffle of(ShuffleDependency<?, ?, ?> dependency, Supplier<KryoSerializer> reencoder) throws ReflectiveOperationException {
        ShuffleManager manager = managerFor(dependency);
        if (!manager.getClass().getName().equals(MANAGER)) {
            return null;
        }
        ShuffleDependency copy = copy(dependency);
        set(copy, "aggregator", Option.empty());
        KryoSerializer wrote = kryoOf(dependency);
        KryoSerializer kryo = wrote != null ? wrote : reencoder.get();
        set(copy, "serializer", wrote != null ? new RawSerializer(wrote, dependency.serializer() instanceof LengthPrefixSerializer)
                : new ReencodingSerializer((JavaSerializer) dependency.serializer(), kryo));
        return new RawShuffle(manager, new BaseShuffleHandle(dependency.shuffleId(), copy), dependency, kryo);
    }

    /** Begins to read one partition in a running task. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    <K> Iterator<Product2<K, RawValue>> read(int partition, TaskContext context) {
        ShuffleReadMetricsReporter metrics = context.taskMetrics().createTempShuffleReadMetrics();
        return (Iterator) manager.getReader(handle, partition, partition + 1, context, metrics).read();
    }

    ShuffleDependency<?, ?, ?> dependency() {
        return dependency;
    }

    /** What its raw values are encoded with. */
    KryoSerializer kryo() {
        return kryo;
    }

    // Spark 4.3 has more than one manager and asks by dependency. By a handle, since reflection would load the classes of all
    // methods of SparkEnv, some of which a plain Spark does not have.
    private static ShuffleManager managerFor(ShuffleDependency<?, ?, ?> dependency) throws ReflectiveOperationException {
        SparkEnv env = SparkEnv.get();
        MethodHandle byDependency;
        try {
            byDependency = MethodHandles.publicLookup().findVirtual(SparkEnv.class, "shuffleManagerFor",
                    MethodType.methodType(ShuffleManager.class, ShuffleDependency.class));
        } catch (NoSuchMethodException onlyOne) {
            return env.shuffleManager();
        }
        try {
            return (ShuffleManager) byDependency.invoke(env, dependency);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ReflectiveOperationException(e);
        }
    }

    private static ShuffleDependency<?, ?, ?> copy(ShuffleDependency<?, ?, ?> dependency) throws ReflectiveOperationException {
        Constructor<?> none = ReflectionFactory.getReflectionFactory()
                .newConstructorForSerialization(dependency.getClass(), Object.class.getConstructor());
        ShuffleDependency<?, ?, ?> copy = (ShuffleDependency<?, ?, ?>) none.newInstance();
        for (Class<?> c = dependency.getClass(); c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(copy, field.get(dependency));
                }
            }
        }
        return copy;
    }

    /** Sets a field of a dependency, also a final one. */
    static void set(ShuffleDependency<?, ?, ?> dependency, String name, Object value) throws ReflectiveOperationException {
        Field field = ShuffleDependency.class.getDeclaredField(name);
        field.setAccessible(true);
        field.set(dependency, value);
    }
}

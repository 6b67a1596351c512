// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.remote.RemoteHandle;
import org.apache.spark.shuffle.sort.BypassMergeSortShuffleHandle;
import org.apache.spark.shuffle.sort.SerializedShuffleHandle;
import org.junit.jupiter.api.Test;
import sun.reflect.ReflectionFactory;

class RawShuffleTest {
    @Test
    void sparksOwnShufflesAreRead() {
        assertTrue(RawShuffle.isSparks(new BaseShuffleHandle<>(0, null)));
        assertTrue(RawShuffle.isSparks(new SerializedShuffleHandle<>(0, null)));
        assertTrue(RawShuffle.isSparks(new BypassMergeSortShuffleHandle<>(0, null)));
    }

    @Test
    void whatKryoOrJavasSerializerWroteIsRead() throws ReflectiveOperationException {
        KryoSerializer kryo = new KryoSerializer(new SparkConf(false));
        assertTrue(RawShuffle.isReadable(writtenBy(kryo)));
        assertTrue(RawShuffle.isReadable(writtenBy(new LengthPrefixSerializer(kryo))));
        assertTrue(RawShuffle.isReadable(writtenBy(new JavaSerializer(new SparkConf(false)))));
    }

    // It may write another format.
    @Test
    void whatASerializerWroteThatExtendsKryosOrJavasIsLeftToSpark() throws ReflectiveOperationException {
        SparkConf conf = new SparkConf(false);
        assertFalse(RawShuffle.isReadable(writtenBy(new KryoSerializer(conf) { })));
        assertFalse(RawShuffle.isReadable(writtenBy(new JavaSerializer(conf) { })));
    }

    @Test
    void aRemoteShuffleServiceInSparksPackagesIsLeftAlone() {
        assertFalse(RawShuffle.isSparks(new RemoteHandle()));
    }

    // Without its constructor, which wants a SparkContext.
    static ShuffleDependency<?, ?, ?> writtenBy(Serializer serializer) throws ReflectiveOperationException {
        ShuffleDependency<?, ?, ?> shuffle = (ShuffleDependency<?, ?, ?>) ReflectionFactory.getReflectionFactory()
                .newConstructorForSerialization(ShuffleDependency.class, Object.class.getConstructor()).newInstance();
        RawShuffle.set(shuffle, "serializer", serializer);
        RawShuffle.set(shuffle, "shuffleHandle", new BaseShuffleHandle<>(0, null));
        return shuffle;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.junit.jupiter.api.Test;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

class PrefixedShufflesTest {
    private final SparkConf conf = new SparkConf(false);
    private final AtomicInteger failures = new AtomicInteger();
    private final PrefixedShuffles prefixed = new PrefixedShuffles(failures::incrementAndGet);

    @Test
    void onlyWhatKryoItselfWritesIsGivenLengths() throws ReflectiveOperationException {
        ShuffleDependency<?, ?, ?> ours = RawShuffleTest.writtenBy(new KryoSerializer(conf));
        prefixed.apply(null, dependencies(ours));
        assertInstanceOf(LengthPrefixSerializer.class, ours.serializer());
        Serializer users = new KryoSerializer(conf) { };
        ShuffleDependency<?, ?, ?> theirs = RawShuffleTest.writtenBy(users);
        prefixed.apply(null, dependencies(theirs));
        assertSame(users, theirs.serializer());
        assertEquals(0, failures.get());
    }

    @Test
    void aSparkThatDoesNotLinkWritesItsOwnWay() throws ReflectiveOperationException {
        Serializer unlinked = new LengthPrefixSerializer(new KryoSerializer(conf) {
            @Override
            public boolean supportsRelocationOfSerializedObjects() {
                throw new NoSuchMethodError("in another release");
            }
        });
        assertLeftAlone(unlinked);
    }

    @Test
    void aDependencyThatHasNoSerializerYetIsWrittenSparksOwnWay() throws ReflectiveOperationException {
        assertLeftAlone(null);
    }

    private void assertLeftAlone(Serializer serializer) throws ReflectiveOperationException {
        ShuffleDependency<?, ?, ?> shuffle = RawShuffleTest.writtenBy(serializer);
        Iterable<?> made = dependencies(shuffle);
        assertSame(made, prefixed.apply(null, made));
        assertSame(serializer, shuffle.serializer());
        assertEquals(1, failures.get());
    }

    private static Iterable<?> dependencies(ShuffleDependency<?, ?, ?> shuffle) {
        return CollectionConverters.asScala(List.of(shuffle));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.spillway.leaky.Contents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.spark.util.SizeEstimator;
import org.apache.spark.util.collection.CompactBuffer;
import org.junit.jupiter.api.Test;
import scala.Tuple2;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/** Groups of which some need more heap than a group may have. */
class HeldGroupTest extends LeakyMapFixture {
    private static final int LARGE = 200_000;
    private static final int SMALL = 100_000;

    private static List<Tuple2<Object, String>> pairs() {
        List<Tuple2<Object, String>> pairs = new ArrayList<>();
        for (int i = 0; i < LARGE; i++) {
            pairs.add(new Tuple2<>("large", value(i)));
            if (i < SMALL) {
                pairs.add(new Tuple2<>("small " + i % 1000, value(i)));
            }
        }
        return pairs;
    }

    // All of one length, so that bytes grow as values do.
    private static String value(int i) {
        return "value " + (1_000_000 + i);
    }

    private Map<Object, Iterable<Object>> groups(long limit, ToLongFunction<Object> estimator) throws IOException {
        map.insertAll(encoded(pairs()), 0);
        ValueDecoder decoder = new ValueDecoders(serializer).get();
        SpillFiles files = newFiles();
        HeldGroup held = new HeldGroup(decoder, new GroupLimit(limit, estimator, GroupMemory.NONE), new GroupCollector(files, decoder, true));
        GroupIterator<Object, Iterable<Object>> groups = new GroupIterator<>(map, contents -> one(held, contents), map::close);
        Map<Object, Iterable<Object>> found = new HashMap<>();
        groups.foreach(group -> found.put(group._1(), group._2()));
        files.close();
        return found;
    }

    private static Iterable<Object> one(HeldGroup held, Contents contents) {
        try {
            held.begin(StockShape.newBuffer());
            while (contents.next()) {
                held.add(contents);
            }
            return held.finish();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> sorted(Iterable<Object> values) {
        List<String> sorted = new ArrayList<>();
        CollectionConverters.asJava(values).forEach(value -> sorted.add((String) value));
        sorted.sort(null);
        return sorted;
    }

    @Test
    void whatIsAboveTheLimitIsReadFromAFileEachTimeTheGroupIsWalked() throws IOException {
        Map<Object, Iterable<Object>> groups = groups(1 << 20, SizeEstimator::estimate);
        StreamedGroup large = assertInstanceOf(StreamedGroup.class, groups.get("large"));
        assertEquals(LARGE, large.knownSize());
        assertEquals(LARGE, sorted(groups.get("large")).stream().distinct().count());
        assertEquals(sorted(large.inMemory()), sorted(groups.get("large")));
        assertEquals(1, files(directory.toFile()).size());
        large.delete();
    }

    @Test
    void groupsBelowTheLimitAreTheBuffersThatSparkGives() throws IOException {
        Map<Object, Iterable<Object>> groups = groups(1 << 20, SizeEstimator::estimate);
        assertEquals(1001, groups.size());
        for (int i = 0; i < 1000; i++) {
            assertEquals(SMALL / 1000, assertInstanceOf(CompactBuffer.class, groups.get("small " + i)).size());
        }
        ((StreamedGroup) (Object) groups.get("large")).delete();
    }

    @Test
    void withNothingHeldLargeGroupsAreInFilesAndSmallOnesAreBuffers() throws IOException {
        Map<Object, Iterable<Object>> groups = groups(0, values -> {
            throw new AssertionError("nothing to estimate");
        });
        StreamedGroup large = assertInstanceOf(StreamedGroup.class, groups.get("large"));
        assertEquals(LARGE, sorted(groups.get("large")).stream().distinct().count());
        assertEquals(SMALL / 1000, assertInstanceOf(CompactBuffer.class, groups.get("small 7")).size());
        large.delete();
    }

    @Test
    void aRestOfLessThanAMegabyteIsHeldToo() throws IOException {
        long[] most = {0};
        Map<Object, Iterable<Object>> groups = groups(LARGE - 10_000, values -> most[0] = ((CompactBuffer<?>) values).size());
        assertEquals(LARGE - 10_000, most[0], "the values when the limit was reached");
        assertEquals(LARGE, assertInstanceOf(CompactBuffer.class, groups.get("large")).size());
        assertEquals(LARGE, sorted(groups.get("large")).stream().distinct().count());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.util.SizeEstimator;
import org.junit.jupiter.api.Test;

class ChunkSamplerTest {
    private static final long TARGET = 256 << 10;

    private record Chunk(Object[] elements, long estimated) {}

    @Test
    void chunksOfEqualElementsHaveTheTargetSize() {
        for (Chunk chunk : chunks(100_000, i -> new long[] {i})) {
            assertTrue(chunk.estimated < TARGET * 1.5, "estimated " + chunk.estimated);
            long exact = SizeEstimator.estimate(chunk.elements);
            assertEquals(exact, chunk.estimated, exact * 0.2, chunk.elements.length + " elements");
        }
    }

    @Test
    void sharedObjectIsCountedOnceAndDoesNotCutChunksShort() {
        byte[] shared = new byte[1 << 20];
        List<Chunk> chunks = chunks(50_000, i -> new Object[] {shared, new long[4]});
        long total = chunks.stream().mapToLong(Chunk::estimated).sum();
        long own = 50_000L * SizeEstimator.estimate(new Object[] {null, new long[4]});
        assertTrue(total > own && total < own * 1.5 + 2 * (1 << 20), "total " + total + ", own " + own);
        assertTrue(chunks.size() < 40, "chunks " + chunks.size());
    }

    @Test
    void elementsLargerThanAChunkAreHeldByFewAtATime() {
        for (Chunk chunk : chunks(20, i -> new byte[1 << 20])) {
            assertTrue(chunk.elements.length <= 2, "elements " + chunk.elements.length);
        }
    }

    @Test
    void elementsThatGrowDoNotOvershootForLong() {
        List<Chunk> chunks = chunks(60_000, i -> new byte[i < 50_000 ? 16 : 4096]);
        long tooLarge = chunks.stream()
                .filter(c -> SizeEstimator.estimate(c.elements) > 2 * TARGET)
                .count();
        // The chunk in which it happens, and the next one until its first look.
        assertTrue(tooLarge <= 2, "chunks over twice the target: " + tooLarge);
    }

    private static List<Chunk> chunks(int count, IntFunction<Object> element) {
        ReferenceChunkBuilder builder = new ReferenceChunkBuilder(TARGET);
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            builder.add(element.apply(i));
            if (builder.isFull() || i == count - 1) {
                long estimated = builder.bytes();
                chunks.add(new Chunk((Object[]) builder.take(), estimated));
            }
        }
        return chunks;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakyGroupsTest {
    private static final int TAGS = 3;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void groupsAreThoseOfAHashMapOfLists(long seed) throws IOException {
        List<Pair> pairs = randomPairs(new Random(seed), 20_000);
        LeakyGroups<Iterator<Pair>, Object> groups = groups(MemoryBudget.UNLIMITED);
        assertTrue(groups.fill(pairs.iterator()));
        assertEquals(pairs.size(), groups.records());
        Map<Object, List<Pair>> expected = new LinkedHashMap<>();
        pairs.forEach(p -> expected.computeIfAbsent(p.key(), k -> new ArrayList<>()).add(p));
        assertEquals(expected.size(), groups.size());
        int group = 0;
        for (Map.Entry<Object, List<Pair>> e : expected.entrySet()) {
            assertEquals(e.getKey(), groups.key(group), "groups are numbered as their keys came");
            assertSame(e.getValue(), groups.contents(group++));
        }
    }

    @Test
    void groupsKeepTheirNumbersWithoutTheirRecords() throws IOException {
        List<Pair> pairs = randomPairs(new Random(21), 5_000);
        CountingBudget budget = new CountingBudget(64 << 20);
        LeakyGroups<Iterator<Pair>, Object> groups = groups(budget);
        groups.fill(pairs.iterator());
        long held = budget.held();
        groups.clearRecords();
        assertTrue(budget.held() < held, "memory is given back");
        assertEquals(0, groups.records());
        for (int group = 0; group < groups.size(); group++) {
            assertTrue(groups.isEmpty(group));
        }
        List<Pair> again = pairs.subList(0, 10);
        int before = groups.size();
        groups.fill(again.iterator());
        assertEquals(before, groups.size());
        for (Pair pair : again) {
            assertFalse(groups.isEmpty(groups.find(pair.key())));
        }
        assertEquals(10, groups.records());
        groups.clear();
        assertEquals(0, budget.held());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void nothingIsLostOrDoubledWhenMemoryRunsOut(long seed) throws IOException {
        List<Pair> pairs = randomPairs(new Random(seed), 40_000);
        CountingBudget budget = new CountingBudget(2 << 20);
        LeakyGroups<Iterator<Pair>, Object> groups = groups(budget);
        Map<Object, List<Pair>> collected = new HashMap<>();
        Iterator<Pair> input = pairs.iterator();
        int runs = 0;
        boolean ended;
        do {
            ended = groups.fill(input);
            assertEquals(budget.held(), groups.bytes(), "what is held is what is said");
            drainInHashOrder(groups, collected);
            groups.clear();
            assertEquals(0, budget.held(), "all memory is given back");
            runs++;
        } while (!ended);
        assertTrue(runs > 2, "memory ran out");
        Map<Object, List<Pair>> expected = new HashMap<>();
        pairs.forEach(p -> expected.computeIfAbsent(p.key(), k -> new ArrayList<>()).add(p));
        assertEquals(expected.keySet(), collected.keySet());
        expected.forEach((key, list) -> assertSame(list, collected.get(key)));
    }

    @Test
    void hashOrderIsAscendingAndHoldsEveryKeyOnce() throws IOException {
        LeakyGroups<Iterator<Pair>, Object> groups = groups(MemoryBudget.UNLIMITED);
        List<Pair> pairs = new ArrayList<>();
        for (int i = -50_000; i < 50_000; i++) {
            pairs.add(new Pair(i, 0, new byte[] {(byte) i}));
        }
        groups.fill(pairs.iterator());
        boolean[] seen = new boolean[groups.size()];
        GroupOrder order = groups.sort();
        long last = -1;
        int count = 0;
        for (; order.next(); count++) {
            long hash = Integer.toUnsignedLong(order.hash());
            assertTrue(hash > last, "different integers have different mixed hashes");
            last = hash;
            assertEquals(order.hash(), LeakyGroups.hash(groups.key(order.number())));
            assertFalse(seen[order.number()]);
            seen[order.number()] = true;
        }
        assertEquals(pairs.size(), count);
    }

    @Test
    void arrivalOrderHoldsEveryKeyOnceAndGivesTheTablesBack() throws IOException {
        CountingBudget budget = new CountingBudget(Long.MAX_VALUE);
        LeakyGroups<Iterator<Pair>, Object> groups = groups(budget);
        List<Pair> pairs = randomPairs(new Random(5), 20_000);
        groups.fill(pairs.iterator());
        long before = budget.held();
        GroupOrder order = groups.inArrivalOrder();
        assertTrue(budget.held() < before, budget.held() + " of " + before);
        assertEquals(budget.held(), groups.bytes(), "what is held is what is said");
        List<Object> keys = new ArrayList<>();
        while (order.next()) {
            assertEquals(keys.size(), order.number());
            assertEquals(LeakyGroups.hash(groups.key(order.number())), order.hash());
            keys.add(groups.key(order.number()));
        }
        assertFalse(order.copy().next());
        assertEquals(pairs.stream().map(Pair::key).distinct().toList(), keys);
        groups.clear();
        assertEquals(0, budget.held());
    }

    @Test
    void fewGroupsTakeLittleMemory() throws IOException {
        CountingBudget budget = new CountingBudget(Long.MAX_VALUE);
        LeakyGroups<Iterator<Pair>, Object> groups = groups(budget);
        groups.fill(List.of(new Pair("a", 0, new byte[10]), new Pair("b", 0, new byte[10])).iterator());
        assertTrue(budget.held() < 10 << 10, budget.held() + " bytes for two groups");
    }

    @Test
    void keysWithTheSameHashStayApart() throws IOException {
        record Colliding(String name) {
            @Override
            public int hashCode() {
                return 42;
            }
        }
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            pairs.add(new Pair(new Colliding("k" + i % 300), 0, new byte[] {(byte) (i / 300)}));
        }
        LeakyGroups<Iterator<Pair>, Object> groups = groups(MemoryBudget.UNLIMITED);
        groups.fill(pairs.iterator());
        assertEquals(300, groups.size());
        for (int g = 0; g < 300; g++) {
            Contents c = groups.contents(g);
            for (int i = 0; i < 10; i++) {
                assertTrue(c.next());
                assertEquals(i, c.bytes()[c.offset()]);
            }
            assertFalse(c.next());
        }
    }

    @Test
    void millionsOfSmallGroupsCostUnder64BytesEach() throws IOException {
        CountingBudget budget = new CountingBudget(Long.MAX_VALUE);
        LeakyGroups<Iterator<Pair>, Object> groups = groups(budget);
        int keys = 1_000_000;
        byte[] contents = {1, 2, 3, 4, 5};
        groups.fill(java.util.stream.IntStream.range(0, keys).mapToObj(i -> new Pair(i, 0, contents)).iterator());
        assertTrue(budget.peak() < 64L * keys, budget.peak() / keys + " bytes for each");
    }

    @Test
    void aGroupOfManyValuesWastesLessThanAThird() throws IOException {
        CountingBudget budget = new CountingBudget(Long.MAX_VALUE);
        LeakyGroups<Iterator<Pair>, Object> groups = groups(budget);
        int keys = 1_000;
        int values = 200;
        byte[] contents = new byte[20];
        groups.fill(java.util.stream.IntStream.range(0, keys * values)
                .mapToObj(i -> new Pair(i % keys, 0, contents)).iterator());
        long needed = (long) keys * values * (contents.length + 1);
        assertTrue(budget.peak() < needed * 3 / 2, budget.peak() + " for " + needed);
    }

    private static LeakyGroups<Iterator<Pair>, Object> groups(MemoryBudget budget) {
        return new LeakyGroups<>(Pair.EXTRACTOR, TAGS, budget);
    }

    // Few and many values a key, also none of any length, and some that exceed a page of the arena.
    private static List<Pair> randomPairs(Random random, int count) {
        List<Pair> pairs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(100);
            Object key = kind == 0 ? null : kind < 40 ? Integer.valueOf(random.nextInt(20)) : "k" + random.nextInt(count);
            int length = random.nextInt(4000) == 0 ? random.nextInt(700_000) : random.nextInt(kind < 90 ? 40 : 400);
            byte[] contents = new byte[length];
            random.nextBytes(contents);
            pairs.add(new Pair(key, random.nextInt(TAGS), contents));
        }
        return pairs;
    }

    private static void drainInHashOrder(LeakyGroups<Iterator<Pair>, Object> groups, Map<Object, List<Pair>> into) {
        GroupOrder order = groups.sort();
        while (order.next()) {
            Object key = groups.key(order.number());
            for (Contents c = groups.contents(order.number()); c.next(); ) {
                byte[] copy = Arrays.copyOfRange(c.bytes(), c.offset(), c.offset() + c.length());
                into.computeIfAbsent(key, k -> new ArrayList<>()).add(new Pair(key, c.tag(), copy));
            }
        }
    }

    private static void assertSame(List<Pair> expected, Contents actual) {
        List<Pair> copies = new ArrayList<>();
        while (actual.next()) {
            copies.add(new Pair(null, actual.tag(),
                    Arrays.copyOfRange(actual.bytes(), actual.offset(), actual.offset() + actual.length())));
        }
        assertSame(expected, copies);
    }

    private static void assertSame(List<Pair> expected, List<Pair> actual) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i).tag(), actual.get(i).tag());
            assertArrayEquals(expected.get(i).contents(), actual.get(i).contents());
        }
    }
}

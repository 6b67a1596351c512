// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** A random query that sorts rows: its shape, types, sizes, skew and numbers of partitions come from a seed. */
final class RandomQuery {
    private static final String[] KEYS = {
        "x", "concat('key ', x)", "if(x % 50 = 7, null, x)", "if(x = 0, double('NaN'), x / 3.0D)", "named_struct('a', x % 10, 'b', concat('k', x))",
        "cast(x as decimal(30, 2))"};
    private static final String[] VALUES = {
        "concat('value ', id % 1000)", "id", "repeat('x', int(id % 200))", "if(id % 3 = 0, null, id)", "array(id, id % 7)"};
    private static final String[] JOINS = {"inner", "left_outer", "right_outer", "full_outer", "left_semi", "left_anti"};

    private final SparkSession session;
    private final Random random;

    RandomQuery(SparkSession session, long seed) {
        this.session = session;
        random = RandomGrouping.random(seed);
    }

    /** Runs it and gives what it is and a checksum, which tells of the order only where rows are sorted. */
    String run() {
        int partitions = 1 + random.nextInt(4);
        session.conf().set("spark.sql.shuffle.partitions", partitions);
        session.conf().set("spark.sql.adaptive.enabled", random.nextBoolean());
        int distinct = 1 << random.nextInt(13);
        String key = pick(KEYS);
        Dataset<Row> left = rows(key, distinct, 20_000 + random.nextInt(20_000)).withColumnRenamed("v", "a");
        int shape = random.nextInt(4);
        if (shape == 0) {
            Dataset<Row> sorted = left.repartition(partitions, left.col("k")).sortWithinPartitions("k", "a");
            return name("sort", key, distinct) + inOrder(sorted);
        } else if (shape == 1) {
            return name("window", key, distinct) + inAnyOrder(left.selectExpr("k", "sum(length(string(a))) over (partition by k order by a) as s"));
        } else if (shape == 2) {
            // The largest of strings is not kept in place, so Spark sorts what it aggregates.
            return name("group", key, distinct) + inAnyOrder(left.groupBy("k").agg(functions.max("text"), functions.count("a")));
        }
        String join = pick(JOINS);
        Dataset<Row> right = rows(key, distinct, Math.min(1000, 4 * distinct)).withColumnRenamed("v", "b").drop("text");
        return name(join, key, distinct) + inAnyOrder(left.join(right.hint("merge"), new String[] {"k"}, join));
    }

    private static String name(String shape, String key, int distinct) {
        return shape + "/" + key + "/" + distinct + "/";
    }

    private String pick(String[] all) {
        return all[random.nextInt(all.length)];
    }

    private Dataset<Row> rows(String key, int distinct, int count) {
        int seed = random.nextInt(1_000_000);
        String any = "pmod(hash(id, " + seed + "), " + distinct + ")";
        // The less of two: the first keys have more rows.
        String x = random.nextBoolean() ? any : "least(" + any + ", pmod(hash(id, " + seed + ", 1), " + distinct + "))";
        return session.range(0, count, 1, 1 + random.nextInt(4)).selectExpr("id", x + " as x")
                .selectExpr(key + " as k", pick(VALUES) + " as v", "concat('text ', hash(id)) as text");
    }

    // Rows of equal keys and values are the same, so their order is no matter; which rows a partition has is always the same.
    private static String inOrder(Dataset<Row> sorted) {
        List<Long> hashes = sorted.drop("text").toJavaRDD().mapPartitionsWithIndex((index, rows) -> {
            long hash = index;
            while (rows.hasNext()) {
                hash = hash * 31 + rows.next().hashCode();
            }
            return Arrays.asList(hash).iterator();
        }, true).collect();
        return hashes.toString();
    }

    private static String inAnyOrder(Dataset<Row> rows) {
        List<Long> hashes = rows.toJavaRDD().map(row -> row.hashCode() * 0x9E3779B97F4A7C15L).map(hash -> hash ^ hash >>> 32).collect();
        return hashes.size() + "/" + hashes.stream().mapToLong(hash -> hash).sum();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.mllib.fpm.PrefixSpan;
import org.apache.spark.mllib.linalg.distributed.BlockMatrix;
import org.apache.spark.mllib.linalg.distributed.CoordinateMatrix;
import org.apache.spark.mllib.linalg.distributed.MatrixEntry;
import org.apache.spark.mllib.recommendation.ALS;
import org.apache.spark.mllib.recommendation.MatrixFactorizationModel;
import org.apache.spark.mllib.recommendation.Rating;
import scala.Tuple2;

/**
 * Parts of MLlib that group and join: recommendations (ALS), sequences that are frequent (PrefixSpan), products of matrices in blocks. Prints results that do
 * not depend on order, but for the last digits of what ALS predicts, and after each part how many leaky tasks it had.
 */
public final class Learning {
    private static final int SLICES = 4;
    private static final int USERS = 400;
    private static final int PRODUCTS = 150;
    private static final int RANK = 4;
    private static final int SEQUENCES = 14_000;
    private static final int ENTRIES = 60_000;
    private static final int ROWS = 600;

    private final JavaSparkContext spark;
    private long before;

    private Learning(JavaSparkContext spark) {
        this.spark = spark;
    }

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            Learning learning = new Learning(spark);
            learning.recommend();
            learning.printTasks("predictions");
            learning.findPatterns();
            learning.printTasks("patterns");
            learning.multiply();
            learning.printTasks("product");
            System.out.println("leaky.spills=" + Metrics.readOr("leakyBuffer.spills", 0));
        }
        System.out.println("end=ok");
    }

    private void printTasks(String part) {
        long tasks = Metrics.readOr("leakyBuffer.tasks", 0);
        System.out.println("leaky.tasks." + part + "=" + (tasks - before));
        before = tasks;
    }

    // Of a user's taste and a product's kinds, with noise, so that there is something to learn.
    private void recommend() {
        JavaRDD<Rating> ratings = slices(SLICES).flatMap(slice -> {
            Random random = new Random(slice);
            return IntStream.range(0, USERS * PRODUCTS).filter(i -> i % SLICES == slice && random.nextInt(3) == 0)
                    .mapToObj(i -> new Rating(i / PRODUCTS, i % PRODUCTS, taste(i / PRODUCTS, i % PRODUCTS) + random.nextInt(100) / 200.0)).iterator();
        });
        MatrixFactorizationModel model = ALS.train(ratings.rdd(), RANK, 2, 0.05, SLICES, 11L);
        JavaPairRDD<Integer, Integer> asked = slices(SLICES).flatMapToPair(slice -> IntStream.range(0, 50)
                .mapToObj(i -> new Tuple2<>((slice * 50 + i) * 7 % USERS, i * 11 % PRODUCTS)).iterator());
        List<Rating> predictions = model.predict(asked).collect().stream()
                .sorted(Comparator.comparing(Rating::user).thenComparing(Rating::product)).toList();
        System.out.println("asked=" + predictions.stream().map(rating -> rating.user() + "/" + rating.product()).toList());
        System.out.println("predictions=" + predictions.stream().map(Rating::rating).toList());
    }

    private static double taste(int user, int product) {
        double sum = 0;
        for (int i = 0; i < RANK; i++) {
            sum += (user * (i + 3) % 7) * (product * (i + 5) % 11) / 20.0;
        }
        return sum;
    }

    private void findPatterns() {
        // So few partitions that postfixes of one need more than what is not asked for.
        JavaRDD<List<List<Integer>>> sequences = slices(2).flatMap(slice -> {
            Random random = new Random(slice);
            return IntStream.range(0, SEQUENCES / 2).mapToObj(i -> sequence(random)).iterator();
        });
        List<String> patterns = new PrefixSpan().setMinSupport(0.15).setMaxPatternLength(3).run(sequences).freqSequences().toJavaRDD()
                .map(found -> found.javaSequence() + " " + found.freq()).collect().stream().sorted().toList();
        System.out.println("patterns=" + patterns.size() + "/" + patterns.hashCode() + "/" + patterns.get(patterns.size() / 2));
    }

    private static List<List<Integer>> sequence(Random random) {
        return IntStream.range(0, 4 + random.nextInt(8))
                .mapToObj(i -> random.ints(1 + random.nextInt(2), 0, 12).distinct().sorted().boxed().toList()).toList();
    }

    // Of small whole numbers, so that sums are exact in any order.
    private void multiply() {
        BlockMatrix left = matrix(1).toBlockMatrix(50, 50);
        BlockMatrix right = matrix(2).toBlockMatrix(50, 50);
        double sum = left.multiply(right).add(left.transpose()).toCoordinateMatrix().entries().toJavaRDD()
                .map(entry -> (31 * entry.i() + entry.j()) * entry.value()).reduce(Double::sum);
        System.out.println("product=" + sum);
    }

    // One entry for each place.
    private CoordinateMatrix matrix(int seed) {
        JavaRDD<MatrixEntry> entries = slices(SLICES).flatMap(slice -> {
            Random random = new Random(seed * SLICES + slice);
            return IntStream.range(0, ENTRIES / SLICES).map(i -> (i * SLICES + slice) * (ROWS * ROWS / ENTRIES))
                    .mapToObj(i -> new MatrixEntry(i / ROWS, i % ROWS, 1 + random.nextInt(9))).iterator();
        });
        return new CoordinateMatrix(entries.rdd(), ROWS, ROWS);
    }

    private JavaRDD<Integer> slices(int count) {
        return spark.parallelize(Arrays.asList(IntStream.range(0, count).boxed().toArray(Integer[]::new)), count);
    }
}

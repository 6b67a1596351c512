// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.Aggregator;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.ShuffledRDD;
import scala.Tuple2;
import scala.math.Ordering;
import scala.math.Ordering$;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;

/** Reduce tasks that sort and combine, without combining in map tasks, to what cannot be serialized. */
public final class SortedCombiners {
    private static final int RECORDS = 400_000;
    private static final int KEYS = 50_000;

    private SortedCombiners() {}

    private static final class Values {
        private final List<Object> values = new ArrayList<>();

        Values add(Object value) {
            values.add(value);
            return this;
        }
    }

    private static final class Create extends AbstractFunction1<Object, Object> implements Serializable {
        @Override
        public Object apply(Object value) {
            return new Values().add(value);
        }
    }

    private static final class Merge extends AbstractFunction2<Object, Object, Object> implements Serializable {
        @Override
        public Object apply(Object values, Object value) {
            return ((Values) values).add(value);
        }
    }

    private static final class ByNumber implements Comparator<Object>, Serializable {
        @Override
        public int compare(Object a, Object b) {
            return Integer.compare((Integer) a, (Integer) b);
        }
    }

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaPairRDD<Object, Object> pairs = spark.parallelize(List.of(0, 1), 2).flatMap(half -> IntStream.range(0, RECORDS / 2).iterator())
                    .mapToPair(number -> new Tuple2<>(number % KEYS, "value " + number));
            ClassTag<Object> any = ClassTag$.MODULE$.AnyRef();
            Ordering<Object> order = Ordering$.MODULE$.comparatorToOrdering(new ByNumber());
            ShuffledRDD<Object, Object, Object> sorted = new ShuffledRDD<>(pairs.rdd(), new HashPartitioner(2), any, any, any)
                    .setAggregator(new Aggregator<>(new Create(), new Merge(), new Merge())).setKeyOrdering(order);
            System.out.println("combined=" + sorted.toJavaRDD().map(pair -> ((Values) pair._2()).values.size()).reduce(Integer::sum));
            System.out.println("spills.CombiningSorter=" + Metrics.readOr("eagerSpill.spills.CombiningSorter", 0));
            System.out.println("spillers=" + Metrics.readOr("eagerSpill.spillers", 0));
        }
    }
}

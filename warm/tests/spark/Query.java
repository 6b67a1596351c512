// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** A query with a join and an aggregate, and an RDD that is cached and shuffled. Its argument is the number of rows. */
public class Query {
    public static void main(String[] args) {
        long rows = Long.parseLong(args[0]);
        SparkSession spark = SparkSession.builder().getOrCreate();
        Dataset<Row> sums = spark.range(rows).selectExpr("id % 100 as k", "id as v").groupBy("k").sum("v");
        Dataset<Row> names = spark.range(100).selectExpr("id as k", "concat('name ', id) as name");
        for (Row row : sums.join(names, "k").orderBy("k").limit(5).collectAsList()) {
            System.out.println(row);
        }
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        List<String> words = Arrays.asList("to be or not to be that is the question".split(" "));
        var counts = context.parallelize(words, 3).mapToPair(word -> new Tuple2<>(word, 1)).reduceByKey(Integer::sum).cache();
        System.out.println(counts.sortByKey().collect() + " " + counts.count());
        spark.stop();
    }
}

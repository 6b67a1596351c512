// SPDX-License-Identifier: Apache-2.0
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.clustering.KMeans;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** MLlib: clusters and a classifier of points on two rings. Its argument is the number of points. */
public class Learning {
    public static void main(String[] args) {
        SparkSession spark = SparkSession.builder().getOrCreate();
        Dataset<Row> points = spark.range(0, Long.parseLong(args[0]), 1, 2)
                .selectExpr("cast(id % 2 as double) as label", "cos(id) * (1 + id % 2) as x", "sin(id) * (1 + id % 2) as y", "abs(cos(id)) + id % 2 as z");
        Dataset<Row> data = new VectorAssembler().setInputCols(new String[] {"x", "y", "z"}).setOutputCol("features").transform(points).cache();
        for (Vector center : new KMeans().setK(3).setSeed(7).setMaxIter(5).fit(data).clusterCenters()) {
            System.out.println(rounded(center));
        }
        LogisticRegressionModel model = new LogisticRegression().setMaxIter(10).setRegParam(0.01).fit(data);
        System.out.println(rounded(model.coefficients()) + String.format(" %.4f", model.summary().accuracy()));
        spark.stop();
    }

    private static String rounded(Vector vector) {
        StringBuilder text = new StringBuilder();
        for (double value : vector.toArray()) {
            text.append(String.format("%.4f ", value + 0.0));
        }
        return text.toString();
    }
}

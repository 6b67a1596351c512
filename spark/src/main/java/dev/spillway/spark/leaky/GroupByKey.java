// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import org.apache.spark.Aggregator;
import org.apache.spark.ShuffleDependency;

/**
 * Tells the shuffles of groupByKey and groupBy, which collect all values, from other combinations by key: those reduce, and
 * keeping their values as bytes would take more memory, not less.
 */
final class GroupByKey {
    private static final String OWNER = "org/apache/spark/rdd/PairRDDFunctions";
    private static final String METHOD = "$anonfun$groupByKey$";

    private GroupByKey() {}

    static boolean isIt(ShuffleDependency<?, ?, ?> dependency) {
        if (dependency.aggregator().isEmpty() || dependency.mapSideCombine() || dependency.keyOrdering().isDefined()) {
            return false;
        }
        Aggregator<?, ?, ?> aggregator = dependency.aggregator().get();
        return isFromGroupByKey(aggregator.createCombiner()) && isFromGroupByKey(aggregator.mergeValue())
                && isFromGroupByKey(aggregator.mergeCombiners());
    }

    // Scala compiles a closure to a serializable lambda, which can say where it comes from, on driver and executor alike.
    private static boolean isFromGroupByKey(Object function) {
        if (!(function instanceof Serializable)) {
            return false;
        }
        try {
            Method replace = function.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            return replace.invoke(function) instanceof SerializedLambda lambda && lambda.getImplClass().equals(OWNER)
                    && lambda.getImplMethodName().startsWith(METHOD);
        } catch (ReflectiveOperationException | RuntimeException notALambda) {
            return false;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.codahale.metrics.MetricRegistry;
import dev.spillway.spark.ui.TaskReports;
import java.lang.reflect.Field;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.rdd.RDD;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag;
import sun.reflect.ReflectionFactory;

class LeakyReadsTest {
    @Test
    void aSparkThatDoesNotLinkIsLeftToItself() throws ReflectiveOperationException {
        MetricRegistry registry = new MetricRegistry();
        LeakyReads reads = new LeakyReads(new LeakySettings(new LeakyMetrics(registry), 0, GroupLimit.NONE, null, new TaskReports(null)));
        Object[] call = {(Partition) () -> 0, TaskContext$.MODULE$.empty()};
        assertNull(reads.apply(unlinked(), call), "Spark computes it");
        assertEquals(1, registry.counter("leakyBuffer.stockTasks").getCount());
    }

    // Without its constructor, which wants a SparkContext.
    private static RDD<Object> unlinked() throws ReflectiveOperationException {
        Unlinked rdd = (Unlinked) ReflectionFactory.getReflectionFactory()
                .newConstructorForSerialization(Unlinked.class, Object.class.getConstructor()).newInstance();
        set(rdd, "checkpointData", Option.empty());
        set(rdd, "stateLock", 0);
        return rdd;
    }

    private static void set(RDD<?> rdd, String name, Object value) throws ReflectiveOperationException {
        Field field = RDD.class.getDeclaredField(name);
        field.setAccessible(true);
        field.set(rdd, value);
    }

    private static final class Unlinked extends RDD<Object> {
        private static final long serialVersionUID = 1;

        Unlinked(ClassTag<Object> tag) {
            super(null, null, tag);
        }

        @Override
        public Seq<Dependency<?>> getDependencies() {
            throw new NoSuchMethodError("in another release");
        }

        @Override
        public Iterator<Object> compute(Partition split, TaskContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Partition[] getPartitions() {
            throw new UnsupportedOperationException();
        }
    }
}

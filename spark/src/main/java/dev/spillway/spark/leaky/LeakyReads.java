// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.spark.ui.StageSum;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.CoGroupedRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.rdd.SubtractedRDD;
import org.apache.spark.serializer.KryoSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Iterator;

/** What rewritten RDDs ask for their iterators: a leaky one where values can stay bytes, null where Spark goes its own way. */
final class LeakyReads implements BiFunction<Object, Object[], Object> {
    private static final Logger LOG = LoggerFactory.getLogger(LeakyReads.class);

    private final LeakySettings settings;
    private final AtomicBoolean warned = new AtomicBoolean();
    private final UnlistedShuffles unlisted = new UnlistedShuffles();

    private KryoSerializer reencoder;

    LeakyReads(LeakySettings settings) {
        this.settings = settings;
    }

    @Override
    public Object apply(Object rdd, Object[] partitionAndContext) {
        TaskContext context = (TaskContext) partitionAndContext[1];
        LeakyTask task = begin((RDD<?>) rdd, (Partition) partitionAndContext[0], context);
        Iterator<?> leaky = task == null ? null : read(rdd, task);
        if (leaky == null && groups(rdd)) {
            settings.metrics().stockTasks.inc();
            settings.reports().of(context).add(StageSum.STOCK_READS, 1);
        }
        return leaky;
    }

    // Null if a type turns up that cannot be encoded again; Spark begins anew then.
    private Iterator<?> read(Object rdd, LeakyTask task) {
        try {
            Iterator<?> groups = task.interruptible(iterator(rdd, task.shuffles(), task));
            if (RawShuffle.isJavas(task.shuffles().get(0))) {
                unlisted.read();
            }
            return groups;
        } catch (UnlistedType e) {
            task.abandon();
            unlisted.failed(task.shuffles().stream().map(ShuffleDependency::shuffleId).toList());
            LOG.info("Java's serializer wrote objects of {}: Spark groups them its own way", e.getMessage());
            return null;
        }
    }

    // Sorts, repartitions and reductions read shuffles, too: nothing is lost there.
    private static boolean groups(Object rdd) {
        return !(rdd instanceof ShuffledRDD<?, ?, ?> shuffled)
                || GroupByKey.isIt((ShuffleDependency<?, ?, ?>) shuffled.dependencies().head());
    }

    // Null if it cannot be done; nothing was read then, so Spark can.
    private LeakyTask begin(RDD<?> rdd, Partition partition, TaskContext context) {
        try {
            List<ShuffleDependency<?, ?, ?>> shuffles = LeakyShuffles.of(rdd);
            List<RawShuffle> prepared = shuffles == null ? null : prepare(rdd, shuffles, partition);
            return prepared == null ? null : new LeakyTask(prepared, partition, context, settings);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            if (warned.compareAndSet(false, true)) {
                LOG.warn("Shuffles cannot be read with values as bytes; Spark reads them its own way (reported once)", e);
            }
            return null;
        }
    }

    private List<RawShuffle> prepare(RDD<?> rdd, List<ShuffleDependency<?, ?, ?>> shuffles, Partition partition) throws ReflectiveOperationException {
        List<ShuffleDependency<?, ?, ?>> javas = shuffles.stream().filter(RawShuffle::isJavas).toList();
        // Sizes last: to add them up means to look at all map outputs.
        if (!javas.isEmpty() && !(reencodes(rdd, javas) && isMuch(shuffles, partition))) {
            return null;
        }
        List<RawShuffle> prepared = new ArrayList<>();
        for (ShuffleDependency<?, ?, ?> shuffle : shuffles) {
            RawShuffle raw = RawShuffle.of(shuffle, this::reencoder);
            if (raw == null) {
                return null;
            }
            prepared.add(raw);
        }
        return prepared;
    }

    // To encode again what is subtracted, or little, costs more than it gains (decision 0206).
    private boolean reencodes(RDD<?> rdd, List<ShuffleDependency<?, ?, ?>> javas) {
        return settings.reencodeFrom() != LeakySettings.NEVER && !(rdd instanceof SubtractedRDD<?, ?, ?>) && javas.stream().allMatch(this::isToBeReencoded);
    }

    private boolean isMuch(List<ShuffleDependency<?, ?, ?>> shuffles, Partition partition) {
        return settings.reencodeFrom() == 0 || ShuffleSizes.of(shuffles, partition.index()) >= settings.reencodeFrom();
    }

    private boolean isToBeReencoded(ShuffleDependency<?, ?, ?> shuffle) {
        return unlisted.isToBeTried(shuffle.shuffleId())
                && ClosedTypes.mayHave(shuffle.keyClassName()) && ClosedTypes.mayHave(shuffle.valueClassName());
    }

    // One for all tasks: its pool of Kryos is what makes them cheap.
    private synchronized KryoSerializer reencoder() {
        if (reencoder == null) {
            reencoder = ReencodingSerializer.kryo(SparkEnv.get().conf());
        }
        return reencoder;
    }

    private Iterator<?> iterator(Object rdd, List<ShuffleDependency<?, ?, ?>> shuffles, LeakyTask task) {
        if (rdd instanceof ShuffledRDD<?, ?, ?>) {
            task.insert(0);
            return task.groups(task.stockShape()::combine);
        }
        if (rdd instanceof CoGroupedRDD<?>) {
            for (int i = 0; i < shuffles.size(); i++) {
                task.insert(i);
            }
            return task.groups(task.stockShape()::buffers);
        }
        if (rdd instanceof SubtractedRDD<?, ?, ?>) {
            // As stock does: of the second input, however large, only the keys count that the first one has.
            task.insert(0);
            task.insertKeys(1);
            return new FlatPairs<>(task.groups(new SubtractShape(task.files(), task.decoder())::minuend));
        }
        throw new IllegalArgumentException("no hook for " + rdd.getClass());
    }
}

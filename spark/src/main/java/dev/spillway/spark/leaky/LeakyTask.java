// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import dev.spillway.spark.ui.StageSum;
import dev.spillway.spark.ui.TaskReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.InterruptibleIterator;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.util.SizeEstimator;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;
import scala.collection.Iterator;

/** What one task holds that reads shuffles leakily: a map, spill files, a decoder. All of it is given back when the task ends. */
final class LeakyTask {
    private static final Logger LOG = LoggerFactory.getLogger(LeakyTask.class);

    private final List<RawShuffle> shuffles;
    private final Partition partition;
    private final TaskContext context;
    private final LeakySettings settings;
    private final TaskReport report;
    private final SpillFiles files;
    private final LeakyMap<Object> map;
    private final ValueDecoder decoder;
    private final Ending ending;
    private boolean ended;

    /**
     * Begins a task, which ends with Spark's.
     *
     * @param shuffles inputs; tags are their places in the list
     * @param partition of the RDD that is computed
     * @param context of the running task
     * @param settings of the executor
     */
    LeakyTask(List<RawShuffle> shuffles, Partition partition, TaskContext context, LeakySettings settings) {
        this.shuffles = shuffles;
        this.partition = partition;
        this.context = context;
        this.settings = settings;
        report = settings.reports().of(context);
        // All inputs of an RDD have one serializer.
        KryoSerializer kryo = shuffles.get(0).kryo();
        ValueDecoders decoders = new ValueDecoders(kryo);
        SparkEnv env = SparkEnv.get();
        files = new SpillFiles(env.blockManager().diskBlockManager(), env.serializerManager(), newInstance(kryo), decoders,
                settings.walks());
        long free = env.conf().getSizeAsBytes("spark.shuffle.spill.initialMemoryThreshold", 5L << 20);
        UsersThreshold users = UsersThreshold.of(env.conf());
        map = new LeakyMap<>(context.taskMemoryManager(), files, shuffles.size(), free, settings.controller(users), users);
        decoder = decoders.get();
        ending = new Ending(this);
        context.addTaskCompletionListener(ending);
    }

    // Spark holds listeners until its task ends, which may read thousands of partitions one after the other.
    private static final class Ending implements TaskCompletionListener {
        private volatile LeakyTask task;

        Ending(LeakyTask task) {
            this.task = task;
        }

        @Override
        public void onTaskCompletion(TaskContext done) {
            LeakyTask running = task;
            if (running != null) {
                running.end();
            }
        }
    }

    // At the last group, and at the latest with Spark's task: a task may read many partitions one after the other.
    private synchronized void end() {
        if (ended) {
            return;
        }
        abandon();
        LeakyCounts counts = map.counts();
        TaskMetrics task = context.taskMetrics();
        task.incMemoryBytesSpilled(counts.memoryBytesSpilled());
        task.incDiskBytesSpilled(counts.diskBytesSpilled());
        task.incPeakExecutionMemory(counts.peakBytes());
        settings.metrics().add(counts);
        settings.metrics().streamedGroups.inc(files.streamedGroups());
        LOG.debug("Leaky task: {} values in {} bytes, {} spills", counts.values(), counts.valueBytes(), counts.spills());
        report(counts);
    }

    /** Gives everything back without a word in metrics and report. */
    synchronized void abandon() {
        ended = true;
        ending.task = null;
        map.close();
        decoder.close();
    }

    private void report(LeakyCounts counts) {
        report.add(StageSum.LEAKY_READS, 1);
        report.add(StageSum.VALUES, counts.values());
        report.add(StageSum.VALUE_BYTES, counts.valueBytes());
        report.add(StageSum.GROUPS, counts.groups());
        report.add(StageSum.SPILLS, counts.spills());
        report.add(StageSum.SPILL_MILLIS, counts.spillMillis());
        report.add(StageSum.MERGES, counts.merges());
    }

    /** Takes all records of an input. */
    void insert(int input) {
        insert(this.<Object>read(input), input);
    }

    /** Takes the keys of all records of an input, as far as a group may have them. */
    void insertKeys(int input) {
        insert(new KeysOnly<>(this.<Object>read(input), map::isToBeTakenAway), input);
    }

    private <K> Iterator<scala.Product2<K, RawValue>> read(int input) {
        return shuffles.get(input).read(partition.index(), context);
    }

    private void insert(Iterator<scala.Product2<Object, RawValue>> pairs, int input) {
        try {
            map.insertAll(pairs, input);
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    /** All groups, with what a function makes of each one's records. */
    <V> Iterator<Tuple2<Object, V>> groups(Function<Contents, V> combine) {
        try {
            return new GroupIterator<>(map, combine, this::end);
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    /** The same iterator, which ends when the task is killed. */
    <T> Iterator<T> interruptible(Iterator<T> iterator) {
        return new InterruptibleIterator<>(context, iterator);
    }

    /** Decodes on the thread that moves the groups. */
    ValueDecoder decoder() {
        return decoder;
    }

    /** Makes groups as Spark does, as far as they fit; for the thread that moves the groups. */
    StockShape stockShape() {
        long limit = GroupLimit.ofInput(settings.groupLimit(), shuffles.size());
        return new StockShape(decoder, shuffles(), () -> new HeldGroup(decoder,
                new GroupLimit(limit, SizeEstimator::estimate, map.groupMemory()), new GroupCollector(files, decoder, true)));
    }

    /** What it reads; tags are places in the list. */
    List<ShuffleDependency<?, ?, ?>> shuffles() {
        List<ShuffleDependency<?, ?, ?>> dependencies = new ArrayList<>();
        shuffles.forEach(shuffle -> dependencies.add(shuffle.dependency()));
        return dependencies;
    }

    SpillFiles files() {
        return files;
    }

    private static KryoSerializerInstance newInstance(KryoSerializer kryo) {
        return (KryoSerializerInstance) kryo.newInstance();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.LeakyGroups;
import dev.spillway.leaky.Record;
import dev.spillway.spark.spill.EagerSpiller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import scala.Product2;
import scala.collection.Iterator;

/**
 * Groups records by key with values as bytes, in memory that Spark grants and in spill files when it does not. Used by one
 * task: first {@link #insertAll}, then {@link #groups}. Spark may ask for its memory at any time, from any thread of the
 * task: while inserting it is given between two records only, and only to the inserting thread.
 *
 * @param <K> type of the keys
 */
final class LeakyMap<K> extends MemoryConsumer {
    private final EagerSpiller eager;
    private final UsersThreshold users;
    private final TaskBudget budget;
    private final SpillFiles files;
    private final LeakyGroups<Iterator<? extends Product2<K, RawValue>>, K> groups;
    private final int tags;
    private final RunTiers<K> runs;
    private final LeakyCounts counts = new LeakyCounts();
    // Spark's own lock of the task's memory, which it holds when it asks for ours: emitting asks for memory, too, and with two
    // locks each thread could wait for the other's.
    private final Object emission;
    private final KeySizes keySizes = new KeySizes();
    private final BitSet takenAway = new BitSet();
    private final List<GrantedMemory> granted = new ArrayList<>();
    // What it would have had when its threshold made it spill; 0 if nothing did.
    private long wantedBytes;
    // The one that made it or, once records came, filled it.
    private volatile Thread owner = Thread.currentThread();
    private volatile Thread inserting;
    private volatile boolean closed;
    private int tag;
    private volatile MovableRun<K> memoryRun;
    private RunMerger<K> merged;
    // A spill that failed on behalf of another consumer, who may go on without the memory: what was lost must not go unnoticed.
    private volatile Throwable failure;

    /**
     * An empty map.
     *
     * @param memory grants memory
     * @param files takes what does not fit
     * @param tags number of inputs, such as the parents of a join
     * @param freeBytes memory that is not asked for
     * @param eager controls when it spills although there is memory, or null
     * @param users above which it spills although there is memory
     */
    LeakyMap(TaskMemoryManager memory, SpillFiles files, int tags, long freeBytes, EagerSpiller eager, UsersThreshold users) {
        super(memory, MemoryMode.ON_HEAP);
        this.eager = eager;
        this.users = users;
        this.files = files;
        this.tags = tags;
        emission = memory;
        budget = new TaskBudget(this, this::isOwner, freeBytes, this::isTooMuch);
        runs = new RunTiers<>(files, tags, budget);
        groups = new LeakyGroups<>(this::extract, tags, budget, keySizes);
    }

    private boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    private boolean isTooMuch(long bytes) {
        // Only what is inserted spills for a threshold.
        if (eager == null || inserting == null || bytes <= eager.getAsLong() && groups.records() <= eager.getAsInt()) {
            return false;
        }
        if (groups.records() == 0 || eager.applyAsLong(groups.records(), bytes) == 0) {
            return false;
        }
        wantedBytes = bytes;
        return true;
    }

    private boolean extract(Iterator<? extends Product2<K, RawValue>> input, Record<K> into) throws IOException {
        requireNothingLost();
        if (!input.hasNext()) {
            return false;
        }
        Product2<K, RawValue> pair = input.next();
        RawValue value = pair._2();
        into.set(pair._1(), tag, value.bytes(), value.offset(), value.length());
        return true;
    }

    /**
     * Takes all records of an input.
     *
     * @param input pairs of which the second may be the same object each time
     * @param inputNumber tag of its records
     * @throws IOException if a run cannot be spilled
     */
    void insertAll(Iterator<? extends Product2<K, RawValue>> input, int inputNumber) throws IOException {
        tag = inputNumber;
        synchronized (emission) {
            requireOpen();
            inserting = Thread.currentThread();
            owner = inserting;
        }
        try {
            fill(input);
            requireNothingLost();
        } finally {
            endOfInserting();
        }
    }

    private void fill(Iterator<? extends Product2<K, RawValue>> input) throws IOException {
        boolean ended = false;
        while (!ended) {
            int spills = counts.spills();
            long before = groups.records();
            long most = users.mostMore(before);
            if (groups.fill(input, most)) {
                // Fewer than it might have taken, unless it was emptied meanwhile for another consumer: then it looks once more.
                ended = most == Long.MAX_VALUE || counts.spills() == spills && groups.records() - before < most;
                if (users.isExceeded(groups.records(), budget.held())) {
                    spillGroups();
                }
            } else if (groups.records() > 0) {
                spillGroups();
            } else {
                takeOneAnyway(input);
            }
        }
    }

    private void endOfInserting() {
        synchronized (emission) {
            inserting = null;
            if (closed) {
                giveBack();
            }
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("the task that groups has ended");
        }
    }

    /**
     * Throws what a spill failed with, if one did.
     *
     * @throws IOException the failure, also that the map was closed
     */
    void requireNothingLost() throws IOException {
        requireOpen();
        if (failure != null) {
            throw new IOException("groups could not be spilled when another part of the task needed memory", failure);
        }
    }

    /**
     * Whether a key to be taken away must be noted: not if it was noted since its group was made, nor, before the first spill, if no group has
     * it. After one a new key has no group until what was read ahead with it is placed, so it may be noted as often as it comes in there.
     */
    boolean isToBeTakenAway(K key) {
        int group = groups.find(key);
        if (group < 0) {
            return counts.spills() > 0;
        }
        boolean first = !takenAway.get(group);
        takenAway.set(group);
        return first;
    }

    // A record larger than all memory there is: Spark's own maps look at sizes after the fact, so they take it, too.
    private void takeOneAnyway(Iterator<? extends Product2<K, RawValue>> input) throws IOException {
        groups.clear();
        budget.force(true);
        try {
            groups.fill(input, 1);
        } finally {
            budget.force(false);
        }
    }

    private long spillGroups() throws IOException {
        long began = System.nanoTime();
        long before = getUsed();
        MemoryRun<K> run = MemoryRun.byHash(groups);
        SpillFile file = files.write(out -> {
            while (run.next()) {
                out.group(run);
            }
        });
        countMemory();
        long nanos = System.nanoTime() - began;
        counts.spilled(budget.held(), file.bytes(), nanos);
        if (eager != null) {
            // What made it spill at its threshold was not granted; the law takes less than the threshold for want of memory.
            eager.accept(new long[] {groups.records(), Math.max(budget.held(), wantedBytes), nanos});
            wantedBytes = 0;
        }
        groups.clear();
        takenAway.clear();
        budget.ask(false);
        try {
            runs.add(file);
        } finally {
            budget.ask(true);
        }
        return before - getUsed();
    }

    private void countMemory() {
        counts.grouped(groups.records(), groups.recordBytes(), groups.size());
    }

    /** All groups, once. Nothing can be inserted any more; the run is used under {@link #lock()}. */
    Run<K> groups() throws IOException {
        synchronized (emission) {
            countMemory();
            if (counts.spills() == 0) {
                memoryRun = new MovableRun<>(MemoryRun.inArrivalOrder(groups), files);
                return memoryRun;
            }
            List<Run<K>> all = new ArrayList<>();
            MovableRun<K> inMemory = new MovableRun<>(MemoryRun.byHash(groups), files);
            all.add(inMemory);
            all.addAll(runs.openAll());
            merged = new RunMerger<>(all, tags, budget, files);
            // From here on other threads may spill it.
            memoryRun = inMemory;
            return merged;
        }
    }

    /** Memory for what a program gets of groups, used under {@link #lock()} and given back with the map's: no group is being made then. */
    GroupMemory groupMemory() {
        GrantedMemory made = new GrantedMemory(taskMemoryManager, this::isOwner);
        synchronized (emission) {
            granted.add(made);
        }
        return made;
    }

    /** Held while a cursor moves or its group is read, so that no other thread spills the group meanwhile. */
    Object lock() {
        return emission;
    }

    @Override
    public long spill(long size, MemoryConsumer trigger) throws IOException {
        if (trigger == this || budget.isAsking() || granted.stream().anyMatch(GrantedMemory::isAsking)) {
            // insertAll spills by itself when it is not granted what it needs; of a group that is not, only the rest goes to disk.
            return 0;
        }
        try {
            if (memoryRun != null) {
                synchronized (emission) {
                    return spillRest();
                }
            }
            return inserting == Thread.currentThread() && groups.records() > 0 ? spillGroups() : 0;
        } catch (Throwable t) {
            failure = t;
            throw t;
        }
    }

    private long spillRest() throws IOException {
        long began = System.nanoTime();
        long before = getUsed();
        if (before == 0 || memoryRun == null) {
            return 0;
        }
        long held = budget.held();
        long bytes = merged == null ? 0 : merged.moveCollected();
        if (!memoryRun.isMoved()) {
            bytes += memoryRun.move();
            groups.clear();
        }
        if (bytes > 0) {
            counts.spilled(held, bytes, System.nanoTime() - began);
        }
        return before - getUsed();
    }

    /**
     * Gives all memory back and deletes all files, or, if another thread is inserting, lets that one do so at its next record. May be called more
     * than once.
     */
    void close() {
        synchronized (emission) {
            closed = true;
            if (inserting == null) {
                giveBack();
            }
        }
    }

    private void giveBack() {
        groups.clear();
        granted.forEach(GroupMemory::free);
        keySizes.forget();
        takenAway.clear();
        if (memoryRun != null) {
            memoryRun.close();
            memoryRun = null;
        }
        if (merged != null) {
            merged.close();
        }
        files.close();
    }

    /** What was done so far. */
    LeakyCounts counts() {
        counts.state(budget.peak(), runs.merges());
        return counts;
    }

    /** Throws a checked exception where the signature does not allow it, as Scala code does. */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> RuntimeException sneak(Throwable t) throws E {
        throw (E) t;
    }
}

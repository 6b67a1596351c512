// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.KryoException;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.storage.DiskBlockManager;
import org.apache.spark.storage.TempLocalBlockId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/** The files of one task in Spark's local directories: written, read and deleted with it. */
final class SpillFiles {
    private static final Logger LOG = LoggerFactory.getLogger(SpillFiles.class);
    private static final int BUFFER_BYTES = 64 << 10;

    /** What writes the groups of a run. */
    interface Writing {
        void to(SpillWriter out) throws IOException;
    }

    private final DiskBlockManager disks;
    private final SerializerManager serializers;
    private final KryoSerializerInstance keys;
    private final ValueDecoders decoders;
    private final OpenWalks walks;
    private final TaskClasses classes = new TaskClasses();
    private final Set<File> files = ConcurrentHashMap.newKeySet();
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
    private long streamedGroups;
    private boolean closed;

    /**
     * No files.
     *
     * @param disks Spark's local directories
     * @param serializers compress and encrypt
     * @param keys serializes keys
     * @param decoders make decoders of values, for groups that are streamed
     * @param walks over streamed groups, which it bounds and ends
     */
    SpillFiles(DiskBlockManager disks, SerializerManager serializers, KryoSerializerInstance keys,
            ValueDecoders decoders, OpenWalks walks) {
        this.decoders = decoders;
        this.walks = walks;
        this.disks = disks;
        this.serializers = serializers;
        this.keys = keys;
    }

    /**
     * Writes a run.
     *
     * @throws IOException if it cannot be written; nothing is left of it then
     */
    SpillFile write(Writing writing) throws IOException {
        Tuple2<TempLocalBlockId, File> made = newFile();
        File file = made._2();
        long groups;
        try (SpillOutput output = output(made); SpillWriter out = classes.with(() -> new SpillWriter(output, keys))) {
            writing.to(out);
            groups = out.groups();
        } catch (KryoException e) {
            delete(file);
            throw SpillOutput.causeOf(e);
        } catch (Throwable t) {
            delete(file);
            throw t;
        }
        return new SpillFile(made._1(), file, groups, file.length());
    }

    private SpillOutput output(Tuple2<TempLocalBlockId, File> made) throws IOException {
        OutputStream raw = new FileOutputStream(made._2());
        try {
            return new SpillOutput(raw, serializers.wrapStream(made._1(), raw));
        } catch (Throwable t) {
            // Scala's methods throw checked exceptions without saying so.
            closeQuietly(raw);
            throw t;
        }
    }

    /** A reader of a run, which is open until its end or {@link #close()}. */
    <K> SpillRun<K> read(SpillFile file) throws IOException {
        InputStream stream = stream(file);
        try {
            SpillRun<K> run = classes.with(() -> new SpillRun<>(stream, file, keys, open::remove));
            open.add(run);
            return run;
        } catch (Throwable t) {
            closeQuietly(stream);
            throw t;
        }
    }

    /** Begins a file of values; it is deleted like all others, finished or not. */
    ValueWriter writeValues() throws IOException {
        Tuple2<TempLocalBlockId, File> made = newFile();
        try {
            ValueWriter writer = new ValueWriter(made._1(), made._2(), output(made));
            open.add(writer);
            return writer;
        } catch (Throwable t) {
            delete(made._2());
            throw t;
        }
    }

    /**
     * Ends a file of values.
     *
     * @param values how many were written
     * @param outlives whether it lives as long as the group that is read from it; if not, it ends with the task at the latest
     */
    GroupFile finish(ValueWriter writer, long values, boolean outlives) throws IOException {
        SpillFile file = writer.finish(values);
        open.remove(writer);
        if (outlives) {
            streamedGroups++;
            files.remove(file.file());
            return new GroupFile(file, serializers, decoders, walks, null);
        }
        return new GroupFile(file, serializers, decoders, walks, open);
    }

    /** Groups that a program was given with values in files. */
    long streamedGroups() {
        return streamedGroups;
    }

    /** Closes and deletes a file of values that is not wanted. */
    void discard(ValueWriter writer) {
        open.remove(writer);
        closeQuietly(writer);
        delete(writer.file());
    }

    /** Deletes a file that is not needed any more. */
    void delete(SpillFile file) {
        delete(file.file());
    }

    private synchronized Tuple2<TempLocalBlockId, File> newFile() throws IOException {
        if (closed) {
            throw new IOException("the task that spills has ended");
        }
        Tuple2<TempLocalBlockId, File> made = disks.createTempLocalBlock();
        files.add(made._2());
        return made;
    }

    private InputStream stream(SpillFile file) throws FileNotFoundException {
        InputStream raw = new FileInputStream(file.file());
        try {
            return serializers.wrapStream(file.id(), new BufferedInputStream(raw, BUFFER_BYTES));
        } catch (Throwable t) {
            closeQuietly(raw);
            throw t;
        }
    }

    /** Closes and deletes everything. May be called more than once. */
    synchronized void close() {
        closed = true;
        open.forEach(SpillFiles::closeQuietly);
        open.clear();
        Set.copyOf(files).forEach(this::delete);
    }

    // What is closed here is not read any more, or its bytes are not wanted.
    static void closeQuietly(AutoCloseable stream) {
        try {
            stream.close();
        } catch (Exception e) {
            LOG.debug("A spill file could not be closed", e);
        }
    }

    private void delete(File file) {
        files.remove(file);
        if (!file.delete() && file.exists()) {
            LOG.warn("Spill file {} could not be deleted", file);
        }
    }
}

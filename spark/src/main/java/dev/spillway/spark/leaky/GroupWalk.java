// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import java.io.IOException;
import java.io.InputStream;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one walk over the values of a group holds: a descriptor, buffers and a Kryo, from the first value it is asked for. While nobody
 * asks they can be taken from it; with the next value it goes on where it was.
 */
final class GroupWalk implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    // Keeps the file until the walk has ended.
    private GroupFile file;
    private InputStream stream;
    private RecordInput records;
    private Input input;
    private ValueDecoder decoder;
    private long read;
    private long skipped;
    private boolean ended;
    private IOException failure;

    GroupWalk(GroupFile file) {
        this.file = file;
    }

    /**
     * Whether there is another value.
     *
     * @throws IOException if the file cannot be read or is not as it was written, or the walk was closed before its end
     */
    boolean hasNext() throws IOException {
        lock.lock();
        try {
            return hasNextLocked();
        } finally {
            lock.unlock();
        }
    }

    private boolean hasNextLocked() throws IOException {
        if (ended) {
            return false;
        }
        requireUsable();
        try {
            if (stream == null) {
                open();
            }
            if (!input.eof()) {
                return true;
            }
            file.requireAll(read);
        } catch (KryoException e) {
            throw failed(file.unreadable(e));
        } catch (IOException e) {
            throw failed(e);
        }
        ended = true;
        close();
        return false;
    }

    private void requireUsable() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
        if (file == null) {
            throw new IOException("a value of a group was asked for after its task had ended");
        }
    }

    // Where the stream is then is not known, so it fails for good.
    private IOException failed(IOException e) {
        failure = e;
        close();
        return e;
    }

    /** The next value; throws as {@link #hasNext()}, and what decoding it throws. */
    Object next() throws IOException {
        lock.lock();
        try {
            if (!hasNextLocked()) {
                throw new NoSuchElementException("end of the group");
            }
            try {
                records.take(input.readVarInt(true));
            } catch (KryoException e) {
                throw failed(file.unreadable(e));
            }
            read++;
            return decoder.value(records.bytes(), records.offset(), records.length());
        } finally {
            lock.unlock();
        }
    }

    private void open() throws IOException {
        try {
            stream = file.open();
            records = new RecordInput(stream, false);
            input = records.input();
            decoder = file.newDecoder();
            skip();
        } catch (Throwable t) {
            release();
            throw t;
        }
        file.opened(this);
    }

    private void skip() {
        KillCheck kill = KillCheck.ofThread();
        for (skipped = 0; skipped < read; skipped++) {
            kill.next();
            records.take(input.readVarInt(true));
        }
    }

    /**
     * Takes from it what it holds, unless somebody asks it for a value now, or it has not yet given as many as it had to skip when it was
     * opened: so all skipping together is no more than the reading. Answers whether it did.
     */
    boolean suspend() {
        // The same thread comes here within a value, if decoding it begins another walk.
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return false;
        }
        try {
            if (stream != null && read - skipped < skipped) {
                return false;
            }
            release();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends it, wherever it is. May be called more than once, by any thread. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (file != null) {
                file.closed(this);
                file = null;
                release();
            }
        } finally {
            lock.unlock();
        }
    }

    private void release() {
        if (decoder != null) {
            decoder.close();
            decoder = null;
        }
        if (stream != null) {
            SpillFiles.closeQuietly(stream);
            stream = null;
        }
        records = null;
        input = null;
    }
}

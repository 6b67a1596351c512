// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.util.kvstore.KVStore;
import org.apache.spark.util.kvstore.KVStoreIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of the tab in the store of Spark's UI, which is memory or a database of the History Server. */
final class Rows {
    private static final Logger LOG = LoggerFactory.getLogger(Rows.class);

    private final KVStore store;
    private boolean broken;

    Rows(KVStore store) {
        this.store = store;
    }

    /** Writes a row in the place of an earlier one. A store that fails once is left alone: the tab is no reason to fail. */
    void write(Object row) {
        change(() -> store.write(row));
    }

    /** Deletes a row if it is there. */
    void delete(Class<?> type, String key) {
        change(() -> store.delete(type, key));
    }

    private void change(Change change) {
        if (broken) {
            return;
        }
        try {
            change.make();
        } catch (Exception | LinkageError e) {
            broken = true;
            LOG.warn("Spillway's tab stays as it is, its rows cannot be stored", e);
        }
    }

    /** All rows of a type. */
    <T> List<T> all(Class<T> type) {
        List<T> rows = new ArrayList<>();
        try (KVStoreIterator<T> iterator = store.view(type).closeableIterator()) {
            iterator.forEachRemaining(rows::add);
        } catch (Exception e) {
            throw new IllegalStateException("the rows of Spillway's tab cannot be read", e);
        }
        return rows;
    }

    private interface Change {
        void make() throws Exception;
    }
}

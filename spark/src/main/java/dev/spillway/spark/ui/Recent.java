// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets the entry that was not used for longest when it gets too large. */
public final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    /** An empty map that keeps so many entries. */
    public Recent(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}

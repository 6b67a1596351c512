// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/**
 * What a put into H2 works with.
 *
 * @param heap the JVM
 * @param limits sizes
 * @param pool accounting of H2
 * @param table blocks in H2
 * @param evictor makes room in the pool
 * @param backPressure bounds what waits in H1
 * @param metrics counters
 */
record H2Parts(
        HeapBinding heap,
        Limits limits,
        Pool pool,
        BlockTable table,
        Evictor evictor,
        BackPressure backPressure,
        StoreMetrics metrics) {

    static H2Parts of(
            HeapBinding heap,
            Limits limits,
            org.apache.spark.storage.BlockInfoManager locks,
            BlockDropper dropper,
            StoreMetrics metrics) {
        Pool pool = new Pool(limits.poolBytes());
        BlockTable table = new BlockTable();
        Evictor evictor = new Evictor(table, pool, locks, dropper, metrics);
        return new H2Parts(
                heap, limits, pool, table, evictor, new BackPressure(heap, limits.pendingBytes(), metrics), metrics);
    }
}

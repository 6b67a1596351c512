// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.StorageLevel;

/** Drops a write-locked block from memory, to disk if its level says so, and reports it; gives the level it has now. */
interface BlockDropper {
    StorageLevel drop(BlockId id, ChunkedBlock block);
}

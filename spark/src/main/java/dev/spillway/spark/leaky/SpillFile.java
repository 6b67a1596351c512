// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import java.io.File;
import org.apache.spark.storage.BlockId;

/**
 * A run of groups on disk, compressed and encrypted as Spark's spill files are.
 *
 * @param id decides about compression and encryption
 * @param file where it is
 * @param bytes its length
 */
record SpillFile(BlockId id, File file, long bytes) {}

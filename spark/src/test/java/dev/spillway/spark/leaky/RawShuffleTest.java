// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.remote.RemoteHandle;
import org.apache.spark.shuffle.sort.BypassMergeSortShuffleHandle;
import org.apache.spark.shuffle.sort.SerializedShuffleHandle;
import org.junit.jupiter.api.Test;

class RawShuffleTest {
    @Test
    void sparksOwnShufflesAreRead() {
        assertTrue(RawShuffle.isSparks(new BaseShuffleHandle<>(0, null)));
        assertTrue(RawShuffle.isSparks(new SerializedShuffleHandle<>(0, null)));
        assertTrue(RawShuffle.isSparks(new BypassMergeSortShuffleHandle<>(0, null)));
    }

    @Test
    void aRemoteShuffleServiceInSparksPackagesIsLeftAlone() {
        assertFalse(RawShuffle.isSparks(new RemoteHandle()));
    }
}

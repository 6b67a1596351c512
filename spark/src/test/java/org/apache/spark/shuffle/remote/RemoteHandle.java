// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.shuffle.remote;

import org.apache.spark.shuffle.BaseShuffleHandle;

/** A handle as remote shuffle services have them: Spark's type, in a package of Spark. */
public final class RemoteHandle extends BaseShuffleHandle<Object, Object, Object> {
    public RemoteHandle() {
        super(0, null);
    }
}

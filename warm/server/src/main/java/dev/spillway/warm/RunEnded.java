// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

/**
 * What the threads of a run unwind by when it ends. Nothing catches it: the VM looks for no handler of this class. An Error,
 * since the VM wraps other exceptions into new ones here and there.
 */
final class RunEnded extends Error {
    private static final long serialVersionUID = 1;

    RunEnded() {
        super(null, null, false, false);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.util.Map;

/** What java.base makes of the list of providers and keeps; the list itself is new in each run. */
final class SecurityState {
    private final Internals.Place numbersOfAlgorithms;

    SecurityState(Internals internals) throws ReflectiveOperationException {
        numbersOfAlgorithms = internals.staticPlace(Internals.type("sun.security.x509.AlgorithmId"), "aliasOidsTable", Map.class);
    }

    void restore() {
        numbersOfAlgorithms.set((Object) null);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.net.Authenticator;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentMap;

/** What java.net and its protocols remember of the network: addresses of hosts, open connections, passwords. */
final class NetCaches {
    private final Internals internals;
    private final long timer;
    // Null until their classes are used.
    private final Internals.Place hosts;
    private final Internals.Place expiring;
    private final Internals.Place kept;
    private final Internals.Place passwords;

    NetCaches(Internals internals) throws ReflectiveOperationException {
        this.internals = internals;
        hosts = internals.staticPlace(InetAddress.class, "cache", ConcurrentMap.class);
        expiring = internals.staticPlace(InetAddress.class, "expirySet", NavigableSet.class);
        Class<?> connections = Internals.type("sun.net.www.http.KeepAliveCache");
        kept = internals.staticPlace(Internals.type("sun.net.www.http.HttpClient"), "kac", connections);
        passwords = internals.staticPlace(Internals.type("sun.net.www.protocol.http.AuthCacheImpl"), "caches", Map.class);
        timer = internals.offsetOf(connections, "keepAliveTimer");
    }

    void restore() {
        clear((Map<?, ?>) hosts.get());
        clear((Map<?, ?>) passwords.get());
        if (expiring.get() != null) {
            ((Collection<?>) expiring.get()).clear();
        }
        Object cache = kept.get();
        if (cache != null) {
            ((Map<?, ?>) cache).clear();
            // Its thread has ended with the run.
            internals.placeAt(cache, timer).set((Object) null);
        }
    }

    private static void clear(Map<?, ?> map) {
        if (map != null) {
            map.clear();
        }
    }
}

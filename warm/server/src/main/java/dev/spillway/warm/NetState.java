// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.net.Authenticator;
import java.net.ContentHandlerFactory;
import java.net.CookieHandler;
import java.net.DatagramSocket;
import java.net.DatagramSocketImplFactory;
import java.net.FileNameMap;
import java.net.HttpURLConnection;
import java.net.ResponseCache;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImplFactory;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandlerFactory;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Factories, handlers and defaults of java.net that a program can set for the whole VM, some of them only once. */
final class NetState {
    private record Value(Internals.Place place, Object start) {}

    private final Internals internals;
    private final List<Value> values = new ArrayList<>();
    private final List<Map<?, ?>> maps = new ArrayList<>();
    private final Internals.Place interaction;
    private final Internals.Place caches;

    NetState(Internals internals) throws ReflectiveOperationException {
        this.internals = internals;
        add(URL.class, "factory", URLStreamHandlerFactory.class);
        add(URLConnection.class, "factory", ContentHandlerFactory.class);
        add(URLConnection.class, "fileNameMap", FileNameMap.class);
        add(Authenticator.class, "theAuthenticator", Authenticator.class);
        add(CookieHandler.class, "cookieHandler", CookieHandler.class);
        add(ResponseCache.class, "theResponseCache", ResponseCache.class);
        add(Socket.class, "factory", SocketImplFactory.class);
        add(ServerSocket.class, "factory", SocketImplFactory.class);
        add(DatagramSocket.class, "factory", DatagramSocketImplFactory.class);
        maps.add((Map<?, ?>) internals.staticPlace(URL.class, "handlers", Hashtable.class).get());
        maps.add((Map<?, ?>) internals.staticPlace(URLConnection.class, "handlers", Hashtable.class).get());
        maps.add((Map<?, ?>) internals.staticPlace(URLConnection.class, "defaultCaching", ConcurrentHashMap.class).get());
        caches = internals.staticPlace(URLConnection.class, "defaultUseCaches", boolean.class);
        interaction = internals.staticPlace(URLConnection.class, "defaultAllowUserInteraction", boolean.class);
    }

    private void add(Class<?> holder, String name, Class<?> type) throws ReflectiveOperationException {
        // Some are set when their class is initialised.
        Class.forName(holder.getName(), true, null);
        Internals.Place place = internals.staticPlace(holder, name, type);
        values.add(new Value(place, place.get()));
    }

    void restore() {
        for (Value value : values) {
            value.place.set(value.start);
        }
        for (Map<?, ?> map : maps) {
            map.clear();
        }
        interaction.set(false);
        caches.set(true);
        HttpURLConnection.setFollowRedirects(true);
    }
}

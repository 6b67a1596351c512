// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.lang.System.LoggerFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What java.base remembers of the module java.logging, whose own state is reset like a program's. */
final class LoggingState {
    private final Internals.Place finder;
    private final Internals.Place service;
    private final Internals.Place provider;
    private final Internals.Place configured;
    private final Internals.Place security;
    private final Internals.Place redirected;
    private final Internals.Place cleared;
    private final List<Internals.Place> loggers = new ArrayList<>();

    LoggingState(Internals internals) throws ReflectiveOperationException {
        finder = internals.staticPlace(LoggerFinder.class, "service", LoggerFinder.class);
        service = internals.staticPlace(Internals.type("jdk.internal.logger.LoggerFinderLoader"), "service", LoggerFinder.class);
        provider = internals.staticPlace(Internals.type("jdk.internal.logger.LazyLoggers"), "provider", LoggerFinder.class);
        configured = internals.staticPlace(Internals.type("jdk.internal.logger.BootstrapLogger"), "logManagerConfigured", boolean.class);
        // Loggers of the JDK that stand in until java.logging is used.
        Class<?> type = Class.forName("jdk.internal.logger.BootstrapLogger$RedirectedLoggers", true, null);
        Object standIns = internals.staticPlace(type, "INSTANCE", type).get();
        redirected = internals.place(standIns, type, "redirectedLoggers");
        cleared = internals.place(standIns, type, "cleared");
        loggers.add(internals.staticPlace(ProcessBuilder.class, "LOGGER", System.Logger.class));
        Class<?> events = Internals.type("jdk.internal.event.EventHelper");
        loggers.add(internals.staticPlace(events, "securityLogger", System.Logger.class));
        security = internals.staticPlace(events, "loggingSecurity", boolean.class);
    }

    void restore() {
        finder.set((Object) null);
        service.set((Object) null);
        provider.set((Object) null);
        configured.set(false);
        security.set(false);
        ((Map<?, ?>) redirected.get()).clear();
        cleared.set(false);
        for (Internals.Place logger : loggers) {
            logger.set((Object) null);
        }
    }
}

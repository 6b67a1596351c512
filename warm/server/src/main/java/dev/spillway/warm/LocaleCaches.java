// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.nio.charset.Charset;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;

/**
 * What java.text, java.time, Calendar and Charset keep of providers' data, which come from where java.locale.providers says at their first use. Softly referenced caches
 * are empty after the collection of the reset.
 */
final class LocaleCaches {
    private static final String BUILDER = "java.time.format.DateTimeFormatterBuilder$";

    private final List<Internals.Place> maps = new ArrayList<>();
    private final List<Internals.Place> others = new ArrayList<>();

    LocaleCaches(Internals internals) throws ReflectiveOperationException {
        map(internals, "java.util.Calendar", "cachedLocaleData", ConcurrentMap.class);
        map(internals, "java.text.SimpleDateFormat", "cachedNumberFormatData", ConcurrentMap.class);
        map(internals, "java.time.format.DateTimeTextProvider", "CACHE", ConcurrentMap.class);
        map(internals, "java.time.format.DecimalStyle", "CACHE", ConcurrentMap.class);
        map(internals, BUILDER + "LocalizedPrinterParser", "FORMATTER_CACHE", ConcurrentMap.class);
        map(internals, BUILDER + "DayPeriod", "DAYPERIOD_CACHE", Map.class);
        map(internals, BUILDER + "DayPeriodPrinterParser", "DAYPERIOD_LOCALESTORE", ConcurrentMap.class);
        // Of the names of zones, and known by their number only, which a program can leave as it is with other names.
        for (String name : new String[] {"cachedPrefixTree", "cachedPrefixTreeCI"}) {
            others.add(internals.staticPlace(Internals.type(BUILDER + "ZoneIdPrinterParser"), name, Map.Entry.class));
        }
        others.add(internals.staticPlace(Internals.type("java.util.Formatter"), "DFS", DecimalFormatSymbols.class));
        // Those of the program's providers, too.
        for (String name : new String[] {"cache1", "cache2"}) {
            others.add(internals.staticPlace(Charset.class, name, Object[].class));
        }
    }

    // Of a class that is not initialised yet there is no map, and here is no reason to initialise it.
    private void map(Internals internals, String holder, String name, Class<?> type) throws ReflectiveOperationException {
        maps.add(internals.staticPlace(Internals.type(holder), name, type));
    }

    void clear() {
        for (Internals.Place place : maps) {
            if (place.get() instanceof Map<?, ?> map) {
                map.clear();
            }
        }
        for (Internals.Place other : others) {
            other.set((Object) null);
        }
    }
}

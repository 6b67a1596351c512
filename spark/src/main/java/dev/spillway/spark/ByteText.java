// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.Locale;

/** Bytes for people. */
public final class ByteText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private ByteText() {}

    /** One decimal below ten units, none above: 512 B, 4.0 MiB, 36 GiB. */
    public static String of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        boolean whole = unit == 0 || value >= 10;
        return String.format(Locale.ROOT, whole ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.TimeZone;

/**
 * State of the JDK that a program can change by the public interface, as it was before the first run. Not complete: the
 * list of what is missing is in docs/decisions/0510-lazy-initialisation-in-place.md.
 */
final class JdkState {
    private final Properties properties = (Properties) System.getProperties().clone();
    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Locale locale = Locale.getDefault();
    private final Locale displayLocale = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale formatLocale = Locale.getDefault(Locale.Category.FORMAT);
    private final Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

    void restore() {
        System.setProperties((Properties) properties.clone());
        System.setIn(in);
        System.setOut(out);
        System.setErr(err);
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, displayLocale);
        Locale.setDefault(Locale.Category.FORMAT, formatLocale);
        TimeZone.setDefault(null);
        Thread.setDefaultUncaughtExceptionHandler(handler);
        ResourceBundle.clearCache(ClassLoader.getSystemClassLoader());
        ResourceBundle.clearCache(ClassLoader.getPlatformClassLoader());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessibleObject;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;

/** Values that classes which stay initialised find out when they are first asked for, from a property, a file or the date, and keep: not found out again. */
final class LateValues {
    private final List<VarHandle> flags = new ArrayList<>();
    private final VarHandle century;
    private final VarHandle format;
    private final VarHandle resolver;

    LateValues(Internals internals) throws ReflectiveOperationException {
        flags.add(internals.staticVariable(AccessibleObject.class, "printStackPropertiesSet", boolean.class));
        flags.add(internals.staticVariable(AccessibleObject.class, "printStackWhenAccessFails", boolean.class));
        // Set as soon as somebody asks which events there are.
        for (Class<?> traced : List.of(Throwable.class, FileInputStream.class, FileOutputStream.class, RandomAccessFile.class,
                Internals.type("sun.nio.ch.FileChannelImpl"))) {
            flags.add(internals.staticVariable(traced, "jfrTracing", boolean.class));
        }
        century = internals.staticVariable(Date.class, "defaultCenturyStart", int.class);
        format = internals.staticVariable(Internals.type("jdk.internal.logger.SurrogateLogger"), "simpleFormatString", String.class);
        resolver = internals.staticVariable(Internals.type("sun.net.dns.ResolverConfigurationImpl"), "lastRefresh", long.class);
        restore();
    }

    void restore() {
        for (VarHandle flag : flags) {
            flag.setVolatile(false);
        }
        century.setVolatile(0);
        format.setVolatile((String) null);
        resolver.setVolatile(-1L);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import dev.spillway.spark.hooks.Rewritable;
import dev.spillway.spark.leaky.LeakyInstaller;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How the shuffles that a driver makes are written: as Spark does, or with the lengths of values. */
final class ShuffleWrites {
    /** As in metrics, events and the banner. */
    static final String NAME = Mechanism.LEAKY_BUFFER.key + ".writes";

    private final LeakyInstaller leaky = new LeakyInstaller();
    private final AtomicLong failures = new AtomicLong();

    /** The classes that lengths need rewritten. */
    Rewritable classes() {
        return leaky;
    }

    /** Lets lengths be written if the settings want it. Without them the reduce side copies while it reads. */
    HookState start(SpillwayConf settings) {
        if (!settings.leakyBuffer()) {
            return HookState.off(ConfigKeys.LEAKY_BUFFER.name() + "=false");
        }
        if (settings.wireFormat() == ConfigKeys.WireFormat.COPY) {
            return HookState.off("wire format copy: shuffles are written as Spark does");
        }
        try {
            List<String> misfits = leaky.misfits();
            if (!misfits.isEmpty()) {
                throw new IllegalStateException(String.join("; ", misfits));
            }
            leaky.installWrites(failures::incrementAndGet);
            return HookState.on("wire format prefix: what Kryo writes has the lengths of values");
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return HookState.refused("shuffles are written without the lengths of values, wire format copy is in force: " + HookState.words(e));
        }
    }

    /** RDDs whose shuffles were to have lengths, and an error left them as Spark writes them. */
    long failures() {
        return failures.get();
    }

    /** For the driver's banner. */
    static String text(HookState writes) {
        return NAME + "=" + writes.kind() + " (" + writes.detail() + ")";
    }

    /** Lets Spark write shuffles its own way again. */
    void remove() throws ReflectiveOperationException {
        leaky.remove();
    }
}

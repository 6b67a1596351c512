// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;
import scala.collection.Iterable;
import scala.collection.immutable.Nil$;

/** Makes of a group's records what subtractByKey keeps of them; the values need not fit into memory together, see {@link GroupCollector}. */
final class SubtractShape {
    private static final int SUBTRAHEND = 1;

    private final KillCheck kill = KillCheck.ofThread();
    private final GroupCollector minuend;

    /** For the groups of one task, on its thread: the program gets the values while the task runs, and no collection of them. */
    SubtractShape(SpillFiles files, ValueDecoder decoder) {
        minuend = new GroupCollector(files, decoder, false);
    }

    /** The values of the first input, or none if the second has the key. */
    Iterable<Object> minuend(Contents contents) {
        try {
            while (contents.next()) {
                kill.next();
                if (contents.tag() == SUBTRAHEND) {
                    minuend.drop();
                    return empty();
                }
                minuend.add(contents);
            }
            return minuend.finish();
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Iterable<Object> empty() {
        return (Iterable) Nil$.MODULE$;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.Contents;
import java.io.IOException;
import scala.collection.Iterable;
import scala.collection.immutable.Nil$;

/** Makes of a group's records values that need not fit into memory together, see {@link GroupCollector}. */
final class StreamedShape {
    private final KillCheck kill = KillCheck.ofThread();
    private final GroupCollector[] inputs;

    /**
     * For the groups of one task, on its thread.
     *
     * @param outlives whether the program gets the collections, and not only their values while the task runs
     */
    StreamedShape(SpillFiles files, ValueDecoder decoder, int tags, boolean outlives) {
        inputs = new GroupCollector[tags];
        for (int i = 0; i < tags; i++) {
            inputs[i] = new GroupCollector(files, decoder, outlives);
        }
    }

    /** The values of the only input. */
    Object one(Contents contents) {
        collect(contents, -1);
        return finish(0);
    }

    /** The values of each input. */
    Object all(Contents contents) {
        collect(contents, -1);
        Iterable<?>[] group = new Iterable<?>[inputs.length];
        for (int i = 0; i < group.length; i++) {
            group[i] = finish(i);
        }
        return group;
    }

    /** The values of the first input, or none if the second has the key. */
    Iterable<Object> minuend(Contents contents) {
        if (!collect(contents, 1)) {
            inputs[0].drop();
            return empty();
        }
        return finish(0);
    }

    // Stops at a record of the input that is not wanted; false then.
    private boolean collect(Contents contents, int unwanted) {
        try {
            while (contents.next()) {
                kill.next();
                if (contents.tag() == unwanted) {
                    return false;
                }
                inputs[contents.tag()].add(contents);
            }
            return true;
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    private Iterable<Object> finish(int input) {
        try {
            return inputs[input].finish();
        } catch (IOException e) {
            throw LeakyMap.<RuntimeException>sneak(e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Iterable<Object> empty() {
        return (Iterable) Nil$.MODULE$;
    }
}

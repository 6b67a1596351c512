// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.leaky.Contents;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.TaskKilledException;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.KryoSerializerInstance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A killed task ends within a group, not after it. */
class KillCheckTest {
    private static final int RECORDS = 100_000;

    private final TaskContextImpl task = TaskContext$.MODULE$.empty();
    private final KryoSerializer serializer = new KryoSerializer(new SparkConf(false));
    private int read;

    @BeforeEach
    void begin() {
        TaskContext$.MODULE$.setTaskContext(task);
    }

    @AfterEach
    void end() {
        TaskContext$.MODULE$.unset();
    }

    @Test
    void aGroupThatIsDecodedEndsWithItsTask() {
        assertEndsWithinAGroup(() -> shape(GroupLimit.NONE).buffers(new Killing()));
    }

    @Test
    void aGroupThatIsStreamedEndsWithItsTask() {
        assertEndsWithinAGroup(() -> shape(0).buffers(new Killing()));
    }

    @Test
    void aGroupOfSubtractByKeyEndsWithItsTask() {
        assertEndsWithinAGroup(() -> new SubtractShape(null, null).minuend(new Killing()));
    }

    private StockShape shape(long limit) {
        ShuffleDependency<?, ?, ?> none = null;
        ValueDecoder decoder = new ValueDecoders(serializer).get();
        return new StockShape(decoder, Arrays.asList(none),
                () -> new HeldGroup(decoder, new GroupLimit(limit, values -> 0, GroupMemory.NONE), new GroupCollector(null, decoder, false)));
    }

    @Test
    void aGroupThatIsPutTogetherEndsWithItsTask() {
        SharedHash<Object> hash = new SharedHash<>(0, 1, new TaskBudget(null, () -> true, Long.MAX_VALUE, bytes -> false), null);
        assertEndsWithinAGroup(() -> hash.add(new OneGroup()));
    }

    @Test
    void aGroupThatIsSpilledEndsWithItsTask() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SpillOutput output = new SpillOutput(bytes, bytes); SpillWriter writer = new SpillWriter(output, instance())) {
            assertEndsWithinAGroup(() -> writer.group(new OneGroup()));
        }
    }

    private void assertEndsWithinAGroup(Executable group) {
        assertThrows(TaskKilledException.class, group);
        assertTrue(read < RECORDS / 10, read + " records read");
    }

    private KryoSerializerInstance instance() {
        return (KryoSerializerInstance) serializer.newInstance();
    }

    /** Nulls, at the tenth of which the task is killed. */
    private final class Killing implements Contents {
        @Override
        public boolean next() {
            if (++read == 10) {
                task.markInterrupted("by a test");
            }
            return read < RECORDS;
        }

        @Override
        public int tag() {
            return 0;
        }

        @Override
        public byte[] bytes() {
            return new byte[1];
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public int length() {
            return 1;
        }
    }

    private final class OneGroup implements Run<Object> {
        @Override
        public boolean next() {
            return false;
        }

        @Override
        public int hash() {
            return 0;
        }

        @Override
        public boolean sharesHash() {
            return false;
        }

        @Override
        public Object key() {
            return "k";
        }

        @Override
        public Contents contents() {
            return new Killing();
        }
    }
}

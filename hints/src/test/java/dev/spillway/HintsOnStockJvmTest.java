// SPDX-License-Identifier: Apache-2.0
package dev.spillway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spillway.programs.CallEverything;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class HintsOnStockJvmTest {
    private static final String ALL_ZERO = Statistics.of(new long[Statistics.FIELDS]).toString();

    @Test
    void everyHintIsANoOpOnTheJvmThatRunsThisTest() {
        SecondHeap.tagRoot(this, 7);
        SecondHeap.tagRoots(new Object[] {this, null}, -1);
        SecondHeap.move(7);
        SecondHeap.release(7);
        SecondHeap.moveNow();
        assertFalse(SecondHeap.isEnabled());
        assertFalse(SecondHeap.contains(this));
        assertEquals(ALL_ZERO, SecondHeap.statistics().toString());
    }

    @Test
    void nullIsRefusedOnEveryJvmWhereItCannotBeMeant() {
        assertThrows(NullPointerException.class, () -> SecondHeap.tagRoot(null, 1));
        assertThrows(NullPointerException.class, () -> SecondHeap.tagRoots(null, 1));
        assertFalse(SecondHeap.contains(null));
    }

    @Test
    void noBeanIsRegisteredWithoutASecondHeap() throws Exception {
        assertFalse(SecondHeapManagement.register());
        assertFalse(ManagementFactory.getPlatformMBeanServer()
                .isRegistered(new ObjectName(SecondHeapManagement.OBJECT_NAME)));
    }

    @Test
    void everyHintIsASilentNoOpOnStockJdk25() {
        assertSilentNoOp(Jdks.stock25());
    }

    @Test
    void everyHintIsASilentNoOpOnSpillwayJdkWithoutSecondHeapSize() {
        assertSilentNoOp(Jdks.spillway());
    }

    @Test
    void hintsWorkInARuntimeWithoutJavaManagement() {
        JvmProcess.Result result = jvm(Jdks.own())
                .options("--limit-modules", "java.base")
                .run(CallEverything.class.getName())
                .succeeded();
        assertEquals("false", result.value("enabled"));
    }

    private static void assertSilentNoOp(Path javaHome) {
        JvmProcess.Result result = jvm(javaHome).run(CallEverything.class.getName()).succeeded();
        // Three lines and nothing else: no native-access warning, no log line.
        assertEquals(
                "enabled=false\ncontains=false\nstatistics=" + ALL_ZERO, result.output().strip());
    }

    private static JvmProcess jvm(Path javaHome) {
        return new JvmProcess(javaHome).classPath("target/classes", "target/test-classes");
    }
}

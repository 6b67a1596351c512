// SPDX-License-Identifier: Apache-2.0
package dev.spillway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.programs.CallEverything;
import dev.spillway.programs.MoveAndCheck;
import dev.spillway.programs.ShowBean;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HintsOnSpillwayJvmTest {
    @TempDir
    Path directory;

    @Test
    void labelledObjectsMoveKeepTheirContentAndAreFreed() {
        JvmProcess.Result result = jvm().run(MoveAndCheck.class.getName()).succeeded();
        assertEquals("true", result.value("enabled"));
        assertEquals("16", result.value("inH2"), result::output);
        assertEquals("true", result.value("movedAtLeast64M"), result::output);
        assertEquals(Integer.toString(4096 * (16 * 17 / 2)), result.value("sum"));
        assertEquals("true", result.value("beanAgrees"), result::output);
        assertEquals("true", result.value("freed"), result::output);
    }

    @Test
    void bindingPrintsNoNativeAccessWarning() {
        JvmProcess.Result result = jvm().run(CallEverything.class.getName()).succeeded();
        assertEquals(0, result.lines("WARNING").size(), result::output);
        assertEquals("true", result.value("enabled"));
    }

    @Test
    void hintsWorkInARuntimeWithoutJavaManagement() {
        JvmProcess.Result result = jvm().options("--limit-modules", "java.base")
                .run(CallEverything.class.getName())
                .succeeded();
        assertEquals("true", result.value("enabled"));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void theBeanComesWithTheFirstUseUnlessAPropertySaysNo(String property, String first) {
        JvmProcess.Result result = jvm().options("-Ddev.spillway.management=" + property).run(ShowBean.class.getName()).succeeded();
        assertEquals("true " + first + " true", result.value("enabled") + " " + result.value("first") + " " + result.value("asked"), result::output);
    }

    private JvmProcess jvm() {
        return new JvmProcess(Jdks.spillway())
                .options("-XX:+UseParallelGC", "-Xmx256m", "-XX:SecondHeapSize=256m", "-XX:SecondHeapRegionSize=4m")
                .options("-XX:SecondHeapPath=" + directory)
                .classPath("target/classes", "target/test-classes");
    }
}

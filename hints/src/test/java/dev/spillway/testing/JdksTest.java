// SPDX-License-Identifier: Apache-2.0
package dev.spillway.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of tests name the JDK that a program ran on. */
class JdksTest {
    @TempDir
    Path home;

    @Test
    void aJdkIsCalledByItsRelease() throws IOException {
        assertEquals("unknown", Jdks.name(home));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\n");
        assertEquals("17", Jdks.name(home));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25\"\nSPILLWAY_VERSION=\"0.1.0\"\n");
        assertEquals("Spillway 25", Jdks.name(home));
    }

    @Test
    void theJdkOfTheTestsIsCalledByTheReleaseItRuns() {
        assertEquals(Integer.toString(Runtime.version().feature()), Jdks.name(Jdks.own()).replace("Spillway ", ""));
    }
}

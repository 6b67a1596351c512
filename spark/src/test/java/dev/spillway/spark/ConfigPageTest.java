// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.testing.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigPageTest {
    @Test
    void committedPageIsWhatTheRegistrySays() throws IOException {
        Path page = Jdks.root().resolve("docs").resolve("configuration.md");
        if (Boolean.getBoolean("spillway.regenerate")) {
            Files.writeString(page, ConfigPage.markdown());
        }
        assertEquals(ConfigPage.markdown(), Files.readString(page), "out of date; run make docs-config");
    }
}

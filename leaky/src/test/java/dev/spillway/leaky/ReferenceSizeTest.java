// SPDX-License-Identifier: Apache-2.0
package dev.spillway.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceSizeTest {
    @Test
    void theVmDecidesAndNotTheSizeOfItsHeap() {
        assertEquals(8, ReferenceSize.of("false", 1L << 30));
        assertEquals(4, ReferenceSize.of("true", 40L << 30));
    }

    @Test
    void aVmThatDoesNotSayIsJudgedByTheSizeOfItsHeap() {
        assertEquals(4, ReferenceSize.of(null, 1L << 30));
        assertEquals(8, ReferenceSize.of(null, 32L << 30));
    }

    @ParameterizedTest
    @CsvSource({"-XX:-UseCompressedOops,8", "-XX:+UseCompressedOops,4"})
    void theVmsOptionIsRead(String option, String bytes) throws IOException, InterruptedException {
        Process vm = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m", option,
                "-cp", System.getProperty("java.class.path"), Printed.class.getName()).redirectErrorStream(true).start();
        String output = new String(vm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, vm.waitFor(), output);
        assertEquals(bytes, output.strip());
    }

    /** Prints the size in a JVM of its own. */
    static final class Printed {
        private Printed() {}

        public static void main(String[] args) {
            System.out.println(ReferenceSize.BYTES);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.warmup.figures.Application.Jvm;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApplicationTest {
    private static Jvm jvm(String name, long started, long length, long estimate, long low, long high) {
        return new Jvm(name, started, length, 0, 0, 0, new Cost(estimate, low, high));
    }

    @Test
    void oneAfterTheOtherTheyAreSummed() {
        Application both = Application.of(1000, List.of(jvm("driver", 300, 600, 200, 100, 300), jvm("launcher", 10, 200, 50, 40, 60)));
        assertEquals(List.of("launcher", "driver"), both.jvms().stream().map(Jvm::name).toList());
        assertEquals(new Cost(250, 140, 360), both.cost());
    }

    @Test
    void ofThoseBesideTheLongestOneOnlyTheLargestCountsAndAtMostAll() {
        Application all = Application.of(1000, List.of(
                jvm("driver", 0, 900, 200, 100, 300), jvm("executor 1", 300, 500, 80, 20, 90), jvm("executor 2", 310, 500, 70, 30, 100)));
        assertEquals(new Cost(280, 100, 490), all.cost());
    }

    @Test
    void nothingSavesMoreThanTheWhole() {
        Application all = Application.of(400, List.of(jvm("driver", 0, 390, 300, 100, 350), jvm("executor", 300, 80, 200, 20, 200)));
        assertEquals(new Cost(400, 100, 400), all.cost());
    }

    @Test
    void withoutAnyJvmNothingIsSaved() {
        assertEquals(new Cost(0, 0, 0), Application.of(5, List.of()).cost());
    }
}

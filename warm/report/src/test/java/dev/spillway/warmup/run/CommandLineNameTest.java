// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineNameTest {
    @ParameterizedTest
    @CsvSource({
        "java -cp a.jar -Xmx1g org.apache.spark.deploy.SparkSubmit --class Query, SparkSubmit",
        "java -ea Main -jar x.jar, Main",
        "java -Da=b -jar lib/app.jar Main, app.jar",
        "java --module-path m -m mod/pkg.Main, mod/pkg.Main",
        "java -version, java",
        "java -jar, java",
        "java, java"})
    void aCommandLineIsNamedAfterWhatItRuns(String command, String name) {
        assertEquals(name, CommandLineName.of(List.of(command.split(" "))));
    }
}

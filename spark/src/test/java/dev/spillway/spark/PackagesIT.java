// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spillway.spark.programs.GroupingTwice;
import dev.spillway.testing.Jdks;
import dev.spillway.testing.JvmProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in from a Maven repository, as {@code spark-submit --packages} takes it. */
class PackagesIT {
    private static final String VERSION = "0.1.0";

    @TempDir
    Path directory;

    @Test
    void thePackageAloneIsAllThatIsNeeded() throws IOException {
        Path repository = directory.resolve("repository");
        publish(repository, "spillway-parent", "pom", Jdks.root().resolve("pom.xml"));
        publish(repository, "spillway-spark", "pom", Path.of("dependency-reduced-pom.xml"));
        publish(repository, "spillway-spark", "jar", Path.of(SparkHome.pluginJar()));
        JvmProcess.Result run = new SparkSubmit(Jdks.own(), SparkHome.find())
                .conf("spark.master", "local[2]").conf("spark.ui.enabled", "false")
                .conf("spark.driver.host", "localhost").conf("spark.driver.bindAddress", "127.0.0.1")
                .conf("spark.jars.packages", "dev.spillway:spillway-spark:" + VERSION)
                .conf("spark.jars.ivy", directory.resolve("ivy").toString())
                .conf("spark.jars.ivySettings", settings(repository).toString())
                .conf("spark.plugins", "dev.spillway.spark.SpillwayPlugin")
                .conf("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .run(directory, GroupingTwice.class.getName()).succeeded();
        assertEquals("true 1 2", run.value("true.right") + " " + run.value("true.state") + " " + run.value("true.tasks"), run.output());
    }

    private static void publish(Path repository, String artifact, String type, Path file) throws IOException {
        Path target = Files.createDirectories(repository.resolve("dev/spillway").resolve(artifact).resolve(VERSION));
        Files.copy(file, target.resolve(artifact + "-" + VERSION + "." + type));
    }

    // Nothing but that repository and, for what the parent imports, Maven's own, so that no network is asked. Surefire tells where that is.
    private Path settings(Path repository) throws IOException {
        return Files.writeString(directory.resolve("ivysettings.xml"), """
                <ivysettings>
                  <settings defaultResolver="here"/>
                  <resolvers>
                    <chain name="here">
                      <ibiblio name="published" m2compatible="true" root="%s"/>
                      <ibiblio name="parent's imports" m2compatible="true" root="%s"/>
                    </chain>
                  </resolvers>
                </ivysettings>
                """.formatted(repository.toUri(), Path.of(System.getProperty("localRepository")).toUri()));
    }
}

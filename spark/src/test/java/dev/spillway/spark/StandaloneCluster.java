// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A master and workers of Spark's standalone mode, each a process of its own; closing kills them. */
final class StandaloneCluster implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();
    private final Path javaHome;
    private final Path sparkHome;
    private final Path directory;
    private String url;

    private StandaloneCluster(Path javaHome, Path sparkHome, Path directory) {
        this.javaHome = javaHome;
        this.sparkHome = sparkHome;
        this.directory = directory;
    }

    static StandaloneCluster start(Path javaHome, Path sparkHome, Path directory, int workers) throws Exception {
        StandaloneCluster cluster = new StandaloneCluster(javaHome, sparkHome, directory);
        int port = freePort();
        cluster.url = "spark://127.0.0.1:" + port;
        cluster.launch("master", "I have been elected leader", "org.apache.spark.deploy.master.Master",
                "--host", "127.0.0.1", "--port", Integer.toString(port), "--webui-port", "0");
        for (int i = 0; i < workers; i++) {
            // Each worker on a host of its own name: Spark runs no second copy of a task on a host that runs the first.
            cluster.launch("worker" + i, "Successfully registered with master", "org.apache.spark.deploy.worker.Worker",
                    "--host", "127.0.0." + (1 + i), "--webui-port", "0", "--cores", "1", "--memory", "1g",
                    "--work-dir", directory.resolve("work" + i).toString(), cluster.url);
        }
        return cluster;
    }

    String url() {
        return url;
    }

    private void launch(String name, String ready, String main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(sparkHome.resolve("bin/spark-class").toString(), main));
        command.addAll(List.of(arguments));
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("SPARK_HOME", sparkHome.toString());
        builder.environment().put("SPARK_NO_DAEMONIZE", "1");
        builder.environment().put("SPARK_CONF_DIR", confDirectory().toString());
        processes.add(builder.start());
        for (int i = 0; i < 240 && !Files.readString(log).contains(ready); i++) {
            Thread.sleep(250);
        }
        if (!Files.readString(log).contains(ready)) {
            throw new AssertionError(name + " did not start\n" + Files.readString(log));
        }
    }

    // The packaged default logs at WARN; workers say at INFO that they are ready.
    private Path confDirectory() throws IOException {
        Path conf = Files.createDirectories(directory.resolve("conf"));
        Files.writeString(conf.resolve("log4j2.properties"), """
                rootLogger.level = info
                rootLogger.appenderRef.out.ref = console
                appender.console.type = Console
                appender.console.name = console
                appender.console.layout.type = PatternLayout
                appender.console.layout.pattern = %p %c{1}: %m%n%ex
                """);
        return conf;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws Exception {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
    }
}

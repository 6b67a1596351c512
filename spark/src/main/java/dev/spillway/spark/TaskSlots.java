// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;

/** How many tasks of an application share an executor's heap. */
final class TaskSlots {
    private static final Pattern LOCAL_THREADS = Pattern.compile("local\\[(\\d+|\\*)(\\s*,.*)?]");
    private static final Pattern LOCAL_CLUSTER = Pattern.compile("local-cluster\\[\\s*\\d+\\s*,\\s*(\\d+)\\s*,.*]");

    // Each cluster manager starts a class of its own with the cores it has granted.
    private static final Pattern EXECUTOR = Pattern.compile("\\S*ExecutorBackend .*--cores (\\d+).*", Pattern.DOTALL);

    private TaskSlots() {}

    /** Tasks of an application that run in this JVM at the same time. */
    static int ofThisJvm(SparkConf conf) {
        return of(conf, Runtime.getRuntime().availableProcessors(), System.getProperty("sun.java.command", ""));
    }

    /**
     * Tasks that run at the same time.
     *
     * @param conf of the application
     * @param processors that this JVM sees
     * @param command main class and arguments of this JVM
     */
    static int of(SparkConf conf, int processors, String command) {
        return Math.max(1, threads(conf, processors, command) / Math.max(1, conf.getInt("spark.task.cpus", 1)));
    }

    private static int threads(SparkConf conf, int processors, String command) {
        String master = conf.get("spark.master", "");
        if (master.equals("local")) {
            return 1;
        }
        // In local mode the setting of executors does not count.
        Matcher local = LOCAL_THREADS.matcher(master);
        if (local.matches()) {
            return local.group(1).equals("*") ? processors : Integer.parseInt(local.group(1));
        }
        // What was granted: of a standalone worker's cores, those that spark.cores.max left.
        Matcher executor = EXECUTOR.matcher(command);
        if (executor.matches()) {
            return Integer.parseInt(executor.group(1));
        }
        Matcher cluster = LOCAL_CLUSTER.matcher(master);
        if (cluster.matches()) {
            return Integer.parseInt(cluster.group(1));
        }
        return conf.getInt("spark.executor.cores", ofCluster(master, processors));
    }

    // Executors of YARN and Kubernetes have one core unless told otherwise, those of a standalone cluster all of their worker's.
    private static int ofCluster(String master, int processors) {
        return master.startsWith("yarn") || master.startsWith("k8s") ? 1 : processors;
    }
}

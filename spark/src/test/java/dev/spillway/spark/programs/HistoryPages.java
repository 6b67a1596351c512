// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import org.apache.spark.SecurityManager;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.history.FsHistoryProvider;
import org.apache.spark.deploy.history.HistoryServer;

/**
 * Runs Spark's History Server over the logs that {@code spark.history.fs.logDirectory} names, and prints the pages of an
 * application. Argument: the application's id. Needs nothing of the plug-in.
 */
public final class HistoryPages {
    private static final long PATIENCE_MILLIS = 60_000;

    private HistoryPages() {}

    public static void main(String[] args) throws Exception {
        SparkConf conf = new SparkConf();
        FsHistoryProvider provider = new FsHistoryProvider(conf);
        SecurityManager security = new SecurityManager(conf,
                SecurityManager.$lessinit$greater$default$2(), SecurityManager.$lessinit$greater$default$3());
        HistoryServer server = new HistoryServer(conf, provider, security, 0);
        server.bind();
        provider.start();
        String host = "http://localhost:" + server.boundPort();
        String application = host + "/history/" + args[0];
        // Not its pages: Spark 4.1 takes a page asked for too early for a log that it does not find, and then stays at that.
        awaitListing(host + "/api/v1/applications/" + args[0]);
        System.out.println("jobs=" + Http.page(application + "/jobs/"));
        int status = Http.status(application + "/spillway/");
        System.out.println("status=" + status);
        System.out.println("page=" + (status == 200 ? Http.page(application + "/spillway/") : ""));
        server.stop();
        System.out.println("end=ok");
        // Threads of the server would keep the JVM.
        System.exit(0);
    }

    private static void awaitListing(String url) throws Exception {
        long began = System.currentTimeMillis();
        while (Http.status(url) != 200) {
            if (System.currentTimeMillis() - began > PATIENCE_MILLIS) {
                throw new IllegalStateException(url + " is not there");
            }
            Thread.sleep(200);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import org.apache.spark.scheduler.SparkListenerBlockManagerAdded;
import org.apache.spark.scheduler.SparkListenerEnvironmentUpdate;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.util.JsonProtocol;

/** Spark's events as lines of an event log, read by Spark. */
final class LogLines {
    private LogLines() {}

    static SparkListenerStageSubmitted submitted(int stage, String name) {
        return (SparkListenerStageSubmitted) read("{\"Event\":\"SparkListenerStageSubmitted\"," + stageInfo(stage, name) + "}");
    }

    static SparkListenerStageCompleted completed(int stage) {
        return (SparkListenerStageCompleted) read("{\"Event\":\"SparkListenerStageCompleted\"," + stageInfo(stage, "s") + "}");
    }

    private static String stageInfo(int stage, String name) {
        return "\"Stage Info\":{\"Stage ID\":" + stage + ",\"Stage Attempt ID\":0,\"Stage Name\":\"" + name
                + "\",\"Number of Tasks\":2,\"RDD Info\":[],\"Parent IDs\":[],\"Details\":\"\",\"Accumulables\":[]}";
    }

    static SparkListenerEnvironmentUpdate coresPerTask(int cores) {
        return (SparkListenerEnvironmentUpdate) read("{\"Event\":\"SparkListenerEnvironmentUpdate\",\"JVM Information\":{},"
                + "\"Spark Properties\":{\"spark.task.cpus\":\"" + cores + "\"},\"System Properties\":{},\"Classpath Entries\":{}}");
    }

    static SparkListenerExecutorAdded executor(String id, int cores) {
        return (SparkListenerExecutorAdded) read("{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":1,\"Executor ID\":\"" + id
                + "\",\"Executor Info\":{\"Host\":\"h\",\"Total Cores\":" + cores + ",\"Log Urls\":{}}}");
    }

    static SparkListenerBlockManagerAdded memory(String executor, long onHeap) {
        return (SparkListenerBlockManagerAdded) read("{\"Event\":\"SparkListenerBlockManagerAdded\",\"Timestamp\":1,"
                + "\"Block Manager ID\":{\"Executor ID\":\"" + executor + "\",\"Host\":\"h\",\"Port\":1},\"Maximum Memory\":"
                + (onHeap + 7) + ",\"Maximum Onheap Memory\":" + onHeap + ",\"Maximum Offheap Memory\":7}");
    }

    /** A task that ran 1000 ms, 100 of them in collections, waited 10 for blocks and spilled 5 bytes. */
    static SparkListenerTaskEnd task(int stage, String executor, long inputBytes, long shuffleBytes) {
        return (SparkListenerTaskEnd) read("{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":" + stage + ",\"Stage Attempt ID\":0,"
                + "\"Task Type\":\"ResultTask\",\"Task End Reason\":{\"Reason\":\"Success\"},\"Task Info\":{\"Task ID\":0,\"Index\":0,"
                + "\"Attempt\":0,\"Launch Time\":1,\"Executor ID\":\"" + executor + "\",\"Host\":\"h\",\"Locality\":\"ANY\","
                + "\"Getting Result Time\":0,\"Finish Time\":2,\"Failed\":false},\"Task Metrics\":{\"Executor Deserialize Time\":0,"
                + "\"Executor Run Time\":1000,\"Result Size\":0,\"JVM GC Time\":100,\"Result Serialization Time\":0,"
                + "\"Memory Bytes Spilled\":0,\"Disk Bytes Spilled\":5,\"Shuffle Read Metrics\":{\"Remote Blocks Fetched\":1,"
                + "\"Local Blocks Fetched\":1,\"Remote Bytes Read\":1,\"Local Bytes Read\":" + (shuffleBytes - 1)
                + ",\"Fetch Wait Time\":10,\"Remote Requests Duration\":30},\"Input Metrics\":{\"Bytes Read\":" + inputBytes + "}}}");
    }

    private static Object read(String line) {
        return JsonProtocol.sparkEventFromJson(line);
    }
}

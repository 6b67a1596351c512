// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskSlotsTest {
    private static final int PROCESSORS = 16;

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "local; ; 1; 1",
        "local[2]; ; 1; 2",
        "local[2]; 8; 1; 2",
        "local[4,3]; ; 2; 2",
        "local[2 , 3]; ; 1; 2",
        "local[*]; ; 1; 16",
        "local[*,2]; ; 4; 4",
        "local-cluster[2,3,1024]; ; 1; 3",
        "spark://host:7077; ; 1; 16",
        "spark://host:7077; 4; 1; 4",
        "yarn; ; 1; 1",
        "yarn; 6; 4; 1",
        "k8s://https://host; 5; 2; 2",
    })
    void tasksThatShareAHeap(String master, String cores, String cpus, int slots) {
        SparkConf conf = new SparkConf(false).set("spark.master", master).set("spark.task.cpus", cpus);
        if (cores != null) {
            conf.set("spark.executor.cores", cores);
        }
        assertEquals(slots, TaskSlots.of(conf, PROCESSORS, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "spark://host:7077; org.apache.spark.executor.CoarseGrainedExecutorBackend --driver-url spark://x --executor-id 0 --cores 4 --app-id a; 4",
        "yarn; org.apache.spark.executor.YarnCoarseGrainedExecutorBackend --executor-id 1 --cores 3 --app-id a; 3",
        "local[2]; org.apache.spark.deploy.SparkSubmit job.jar --cores 8; 2",
        "spark://host:7077; org.apache.spark.deploy.SparkSubmit job.jar --cores 8; 16",
    })
    void anExecutorHasTheCoresItWasStartedWith(String master, String command, int slots) {
        assertEquals(slots, TaskSlots.of(new SparkConf(false).set("spark.master", master), PROCESSORS, command));
    }

    @Test
    void aTaskThatWantsMoreThanThereIsIsOne() {
        assertEquals(1, TaskSlots.of(new SparkConf(false).set("spark.master", "local[2]").set("spark.task.cpus", "3"), PROCESSORS, ""));
    }
}

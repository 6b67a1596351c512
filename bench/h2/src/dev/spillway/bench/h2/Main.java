// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code java ... Main <experiment> --key value ...} runs one experiment and prints one line {@code RESULT {json}}. */
public final class Main {
    private static final Map<String, Experiment> EXPERIMENTS = Map.of(
            "full-gc", new FullGc(),
            "young-gc", new YoungGc(),
            "move", new Move(),
            "access", new Access(),
            "churn", new Churn(),
            "labels", new Labels(),
            "dying", new Dying(),
            "stream", new Stream(),
            "device", new Device());

    private Main() {}

    public static void main(String[] words) throws Exception {
        Experiment experiment = words.length == 0 ? null : EXPERIMENTS.get(words[0]);
        if (experiment == null) {
            System.err.println("usage: Main <experiment> --key value ...; experiments: " + new TreeSet<>(EXPERIMENTS.keySet()));
            System.exit(2);
        }
        Map<String, Number> values = experiment.run(Options.parse(words));
        System.out.println("RESULT " + values.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}")));
    }
}

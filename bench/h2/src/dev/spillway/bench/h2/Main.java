// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.h2;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code java ... Main <experiment> --key value ...} runs one experiment and prints one line {@code RESULT {json}}. */
public final class Main {
    private static final Map<String, Experiment> EXPERIMENTS = new LinkedHashMap<>();

    static {
        EXPERIMENTS.put("full-gc", new FullGc());
        EXPERIMENTS.put("young-gc", new YoungGc());
        EXPERIMENTS.put("move", new Move());
        EXPERIMENTS.put("access", new Access());
        EXPERIMENTS.put("churn", new Churn());
        EXPERIMENTS.put("labels", new Labels());
        EXPERIMENTS.put("stream", new Stream());
        EXPERIMENTS.put("device", new Device());
    }

    private Main() {}

    public static void main(String[] words) throws Exception {
        Experiment experiment = words.length == 0 ? null : EXPERIMENTS.get(words[0]);
        if (experiment == null) {
            System.err.println("usage: Main <experiment> --key value ...; experiments: " + EXPERIMENTS.keySet());
            System.exit(2);
        }
        Map<String, Number> values = experiment.run(Options.parse(words));
        System.out.println("RESULT " + values.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}")));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.spill;

import java.util.List;

/** The messages of eager spill: executors share thresholds through the driver and ask it what tasks read. Lists of texts, which every class loader knows. */
public final class ThresholdMessages {
    private static final String ASK = "spill.ask";
    private static final String TELL = "spill.tell";
    private static final String RECORDS = "spill.records";

    private ThresholdMessages() {}

    static List<String> ask(StageKey key) {
        return List.of(ASK, key.text());
    }

    static List<String> tell(StageKey key, SpillThreshold threshold) {
        return List.of(TELL, key.text(), text(threshold));
    }

    static List<String> askRecords(int stage) {
        return List.of(RECORDS, Integer.toString(stage));
    }

    /**
     * What the driver does with a message.
     *
     * @param message that arrived
     * @param known what was told before
     * @param records what stages read
     * @return the answer to a question, which may be null
     */
    public static String receive(List<?> message, RecentStages known, ShuffleRecords records) {
        if (message.get(0).equals(RECORDS)) {
            return Long.toString(records.of(Integer.parseInt((String) message.get(1))));
        }
        StageKey key = StageKey.of((String) message.get(1));
        if (message.get(0).equals(ASK)) {
            SpillThreshold threshold = known.get(key);
            return threshold == null ? null : text(threshold);
        }
        known.put(key, threshold((String) message.get(2)));
        return null;
    }

    private static String text(SpillThreshold threshold) {
        return threshold.elements() + " " + threshold.bytes() + " " + threshold.overflows();
    }

    static SpillThreshold threshold(String text) {
        String[] numbers = text.split(" ");
        return new SpillThreshold(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Boolean.parseBoolean(numbers[2]));
    }
}

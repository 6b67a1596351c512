// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.suites;

import java.util.List;
import org.apache.spark.SortShuffleSuite;

/**
 * Spark's suite of shuffles with the plug-in. The suite makes its configuration without system properties, so those of the plug-in are added;
 * not the serializer, as one of its tests wants Java's.
 */
public class SortShuffleSuiteWithPlugin extends SortShuffleSuite {
    private static final List<String> KEYS = List.of("spark.plugins", "spark.spillway.", "spark.executor.extra", "spark.ui.enabled");

    @Override
    public void beforeAll() {
        super.beforeAll();
        System.getProperties().forEach((key, value) -> {
            if (KEYS.stream().anyMatch(((String) key)::startsWith)) {
                conf().set((String) key, (String) value);
            }
        });
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

/** Writes the registry of keys as a page of the documentation. */
final class ConfigPage {
    private ConfigPage() {}

    static String markdown() {
        StringBuilder page = new StringBuilder("""
                # Configuration keys of the Spark plug-in

                <!-- Generated from ConfigKeys.java: `make docs-config` writes it, a test fails when it differs. -->

                Keys go to `spark-submit --conf`, `spark-defaults.conf` or the session builder. A value outside its range, or an
                unknown key under `spark.spillway.`, ends the application at its start with the key, the value and the range.

                """);
        for (ConfigKey<?> key : ConfigKeys.ALL) {
            page.append("## `").append(key.name()).append("`\n\n");
            page.append(key.consequence()).append("\n\n");
            page.append("| type | unit | default | range | set per |\n|---|---|---|---|---|\n");
            page.append(String.join(
                            " | ",
                            "| " + key.type(),
                            key.unit(),
                            key.defaultText().isEmpty() ? "empty" : "`" + key.defaultText() + "`",
                            key.range(),
                            key.scope() + " |"))
                    .append("\n\n");
        }
        return page.toString().stripTrailing() + "\n";
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What a java's command line runs, in a word. */
public final class CommandLineName {
    private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path",
            "--add-modules", "--enable-native-access", "--add-reads", "--add-exports", "--add-opens", "--limit-modules", "--patch-module");
    private static final Set<String> MODULE = Set.of("-m", "--module");

    private CommandLineName() {}

    /** The main class without its package, the jar or the module; the java itself if there is none. */
    public static String of(List<String> command) {
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (word.equals("-jar") && i + 1 < command.size()) {
                return Path.of(command.get(i + 1)).getFileName().toString();
            } else if (MODULE.contains(word) && i + 1 < command.size()) {
                return command.get(i + 1);
            } else if (WITH_VALUE.contains(word)) {
                i++;
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return word.substring(word.lastIndexOf('.') + 1);
            }
        }
        return command.get(0);
    }
}

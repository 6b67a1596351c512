// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compiles C code beside a test into a shared library. */
public final class Natives {
    private Natives() {}

    /** The library made from NAME.c with JNI's headers; skips the test on a machine without a C compiler. */
    public static Path library(String name, String... options) {
        if (!Vm.hasCommand("cc", "--version")) {
            throw Check.skipped("no C compiler");
        }
        Path library = Path.of(name + ".so").toAbsolutePath();
        String include = Path.of(System.getProperty("java.home"), "include").toString();
        List<String> command = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-O1", "-I" + include, "-I" + include + "/linux",
                "-o", library.toString(), Path.of(System.getProperty("test.src"), name + ".c").toString()));
        command.addAll(List.of(options));
        Vm.command(command).exits(0);
        return library;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warm;

import java.io.File;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileSystems;
import java.util.Map;

/** Environment and working directory as java.base keeps them: the process's own have to be set before. */
final class Surroundings {
    private final MethodHandle readEnvironment;
    private final MethodHandle readPath;
    private final MethodHandle variable;
    private final MethodHandle value;
    private final Map<Object, Object> environment;
    private final Internals.Place userDirectory;
    private final Internals.Place defaultDirectory;
    private final Internals.Place resolves;

    @SuppressWarnings("unchecked")
    Surroundings(Internals internals) throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.ProcessEnvironment", true, null);
        Class<?> variableType = Internals.type("java.lang.ProcessEnvironment$Variable");
        Class<?> valueType = Internals.type("java.lang.ProcessEnvironment$Value");
        readEnvironment = internals.staticMethod(type, "environ", byte[][].class);
        variable = internals.staticMethod(variableType, "valueOf", variableType, byte[].class);
        value = internals.staticMethod(valueType, "valueOf", valueType, byte[].class);
        environment = (Map<Object, Object>) internals.staticPlace(type, "theEnvironment", java.util.HashMap.class).get();
        // Programs that a run starts are looked for in PATH as the native code read it.
        readPath = internals.staticMethod(Internals.type("java.lang.ProcessImpl"), "init", void.class);

        Object files = internals.staticPlace(File.class, "FS", Internals.type("java.io.FileSystem")).get();
        userDirectory = internals.place(files, Internals.type("java.io.UnixFileSystem"), "userDir");
        Class<?> paths = Internals.type("sun.nio.fs.UnixFileSystem");
        defaultDirectory = internals.place(FileSystems.getDefault(), paths, "defaultDirectory");
        resolves = internals.place(FileSystems.getDefault(), paths, "needToResolveAgainstDefaultDirectory");
    }

    /** @param directory the process's working directory, in bytes as the kernel has it */
    void take(byte[] directory) {
        byte[][] variables = (byte[][]) Internals.call(readEnvironment);
        environment.clear();
        // Of two variables of one name the first counts.
        for (int i = variables.length - 1; i > 0; i -= 2) {
            environment.put(Internals.call(variable, (Object) variables[i - 1]), Internals.call(value, (Object) variables[i]));
        }
        Internals.call(readPath);
        userDirectory.set(System.getProperty("user.dir"));
        defaultDirectory.set(directory);
        resolves.set(false);
    }
}

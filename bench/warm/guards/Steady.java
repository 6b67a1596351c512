// SPDX-License-Identifier: Apache-2.0
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles sources again and again in one JVM. Arguments: number of runs, directory for classes, sources. Prints the CPU time of the main thread in each run. */
public final class Steady {
    private Steady() {
    }

    public static void main(String[] args) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> words = new ArrayList<>(List.of("-proc:none", "-d", Path.of(args[1]).toString()));
        words.addAll(Arrays.asList(args).subList(2, args.length));
        long[] times = new long[Integer.parseInt(args[0])];
        for (int i = 0; i < times.length; i++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            if (compiler.run(null, null, null, words.toArray(String[]::new)) != 0) {
                throw new AssertionError("the sources do not compile");
            }
            times[i] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        }
        System.out.println("times " + Arrays.stream(times).mapToObj(Long::toString).collect(Collectors.joining(" ")));
    }
}

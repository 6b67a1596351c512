// SPDX-License-Identifier: Apache-2.0

/** What a process is allowed, by Java and by a child. */
public class ContextLimits {
    public static void main(String[] args) throws Exception {
        boolean checks = false;
        assert checks = true;
        System.out.println("memory " + Runtime.getRuntime().maxMemory() + ", processors " + Runtime.getRuntime().availableProcessors() + ", checks " + checks);
        String script = "nice; ulimit -S -c; ulimit -H -c; ulimit -H -n; ulimit -s; grep Cpus_allowed_list /proc/self/status";
        java.lang.Process child = new ProcessBuilder("sh", "-c", script).start();
        System.out.print(new String(child.getInputStream().readAllBytes()));
        System.out.println(child.waitFor());
    }
}

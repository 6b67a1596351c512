// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** What a run is given from outside. */
public class Context {
    public static class Encodings {
        public static void main(String[] args) throws Exception {
            for (String name : new String[] {"file.encoding", "native.encoding", "sun.jnu.encoding", "stdout.encoding", "stderr.encoding", "stdin.encoding",
                "user.language", "user.country", "user.region"}) {
                System.out.println(name + " " + System.getProperty(name));
            }
            System.out.println(Charset.defaultCharset() + " " + Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT));
            System.out.println("ü € " + String.format("%,.2f", 1234.5) + " " + Arrays.toString(args));
            System.err.println("ü €");
            System.out.println(System.in.read());
        }
    }

    public static class Zone {
        public static void main(String[] args) {
            System.out.println(new Date(0) + " " + ZoneId.systemDefault() + " " + System.getProperty("user.timezone"));
        }
    }

    public static class Arguments {
        public static void main(String[] args) {
            System.out.println(args.length + " " + Arrays.hashCode(args));
            for (int i = 0; i < Math.min(args.length, 20); i++) {
                System.out.println("[" + args[i] + "]");
            }
        }
    }

    public static class Options {
        public static void main(String[] args) {
            boolean checks = false;
            assert checks = true;
            System.out.println(checks + " " + System.getProperty("a") + " " + System.getProperty("b") + " " + System.getProperty("java.io.tmpdir"));
        }
    }

    /** What it and its children do with two signals. */
    public static class Ignoring {
        public static void main(String[] args) throws Exception {
            for (String name : new String[] {"HUP", "INT"}) {
                System.out.println(name + " " + Signal.handle(new Signal(name), signal -> { }).equals(SignalHandler.SIG_IGN));
            }
            System.out.flush();
            new ProcessBuilder("grep", "SigIgn", "/proc/self/status").inheritIO().start().waitFor();
        }
    }

    /** Limits as a child sees them. */
    public static class Limits {
        public static void main(String[] args) throws Exception {
            java.lang.Process child = new ProcessBuilder("sh", "-c", "umask; ulimit -S -n; ulimit -S -c; ulimit -S -v; pwd").start();
            System.out.print(new String(child.getInputStream().readAllBytes()));
            Files.createFile(Path.of("made"));
            System.out.println(Files.getPosixFilePermissions(Path.of("made")));
        }
    }

    /** Starts child processes that sleep for so many seconds, and waits for none. */
    public static class Children {
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 3; i++) {
                new ProcessBuilder("sleep", args[0]).start();
            }
            System.out.println("started");
        }
    }

    /** Leaves a child's child behind. */
    public static class Grandchildren {
        public static void main(String[] args) throws Exception {
            System.out.println(new ProcessBuilder("sh", "-c", "sleep 20 >/dev/null 2>&1 &").start().waitFor());
        }
    }

    /** Wants to do something when a child ends, which is after its own end: the child reads its input for as long as somebody can write. */
    public static class Follows {
        public static void main(String[] args) throws Exception {
            Path followed = Path.of("followed").toAbsolutePath();  // the process leaves this directory at the run's end
            new ProcessBuilder("cat").redirectInput(ProcessBuilder.Redirect.INHERIT).start().onExit().thenRun(() -> {
                try {
                    Files.createFile(followed);
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            System.out.println("asked");
        }
    }

    /** Leaves children that end one after the other while its own end is under way. */
    public static class Leaves {
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 12; i++) {
                new ProcessBuilder("sleep", "0.0" + (30 + 5 * i)).start().onExit().thenRun(() -> System.out.println("ended"));
            }
            System.out.println("left");
        }
    }

    /** Waits for a child, and tells its number. */
    public static class Waits {
        public static void main(String[] args) throws Exception {
            java.lang.Process child = new ProcessBuilder("sleep", "60").start();
            System.out.println("child " + child.pid() + " ready");
            System.out.println("ended by " + child.waitFor());
            Thread.sleep(60_000);
        }
    }

    /** Descriptors above the usual three, by number and what they are. */
    public static class Descriptors {
        public static void main(String[] args) throws Exception {
            java.lang.Process child = new ProcessBuilder("sh", "-c", "ls /proc/self/fd | wc -l").redirectError(ProcessBuilder.Redirect.INHERIT).start();
            System.out.print(new String(child.getInputStream().readAllBytes()));
            System.out.println(new File("/proc/self/fd/100").getCanonicalFile().getName());
        }
    }

    public static class Closed {
        public static void main(String[] args) throws Exception {
            System.out.println("to nobody");
            PrintStream out = System.out;
            Files.writeString(Path.of("said"), "error " + out.checkError() + "\n");
            System.err.println("error " + out.checkError());
        }
    }

    public static class Alternates {
        public static void main(String[] args) {
            for (int i = 0; i < 1000; i++) {
                System.out.println("out " + i);
                System.err.println("err " + i);
            }
            System.out.print("no end of line");
        }
    }

    /** Writes until nobody reads. */
    public static class Endless {
        public static void main(String[] args) {
            long lines = 0;
            while (!System.out.checkError() && lines < 50_000_000) {
                System.out.println("line " + lines++);
            }
            System.err.println("error " + System.out.checkError());
            System.exit(3);
        }
    }

    public static class Signals {
        public static void main(String[] args) throws Exception {
            Object[] before = new Object[1];
            sun.misc.Signal wanted = new sun.misc.Signal(args[0]);
            java.util.concurrent.CountDownLatch seen = new java.util.concurrent.CountDownLatch(1);
            before[0] = sun.misc.Signal.handle(wanted, signal -> {
                System.out.println("handled " + signal);
                seen.countDown();
            });
            System.out.println(before[0] == sun.misc.SignalHandler.SIG_DFL);
            sun.misc.Signal.raise(wanted);
            seen.await();
        }
    }

    /** Changes what a signal does, or shows it. */
    public static class Dispositions {
        public static void main(String[] args) throws Exception {
            sun.misc.Signal signal = new sun.misc.Signal(args[1]);
            switch (args[0]) {
                case "ignore" -> sun.misc.Signal.handle(signal, sun.misc.SignalHandler.SIG_IGN);
                case "default" -> sun.misc.Signal.handle(signal, sun.misc.SignalHandler.SIG_DFL);
                default -> {
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                    System.out.println("raised");
                    System.out.flush();
                    new ProcessBuilder("sh", "-c", "kill -" + args[1] + " $PPID").start().waitFor();
                    Thread.sleep(60_000);
                }
            }
        }
    }

    public static class ReadsLines {
        public static void main(String[] args) {
            System.out.println(IO.readln() + " and " + IO.readln());
        }
    }

    /** At a terminal. */
    public static class AsksPassword {
        public static void main(String[] args) {
            System.out.println(new String(System.console().readPassword("Password: ")).length());
        }
    }

    public static class LoadsLibrary {
        public static void main(String[] args) {
            System.load(args[0]);
            System.out.println("loaded");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

/** What a program sees of its process. */
public class Process {
    public static class Streams {
        public static void main(String[] args) throws Exception {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            System.out.println("read " + in.readLine());
            if (args.length == 0) {
                System.out.println("read " + in.readLine() + " " + in.readLine());
            }
            PrintStream unflushed = new PrintStream(new java.io.BufferedOutputStream(System.out, 4096), false);
            unflushed.print("lost");
            System.setOut(new PrintStream(new FileOutputStream("replaced"), true));
            System.out.println("to a file");
            System.err.println("console " + (System.console() != null));
            System.in.close();
            System.err.close();
        }
    }

    public static class Descriptor {
        public static void main(String[] args) throws Exception {
            try (FileOutputStream out = new FileOutputStream("/dev/fd/4")) {
                out.write("to four\n".getBytes());
            }
            try (FileInputStream in = new FileInputStream("/dev/fd/5")) {
                System.out.print(new String(in.readAllBytes()));
            }
        }
    }

    public static class Here {
        public static void main(String[] args) throws Exception {
            Files.writeString(Path.of("relative"), "x");
            System.out.println(System.getProperty("user.dir") + " " + new File("a").getAbsolutePath() + " " + Path.of("b").toAbsolutePath());
            System.out.println(new File("relative").length() + " " + Files.size(Path.of("relative")));
            java.lang.Process pwd = new ProcessBuilder("pwd").start();
            System.out.print(new String(pwd.getInputStream().readAllBytes()));
            System.out.println(pwd.waitFor());
            Files.createFile(Path.of("mode"));
            System.out.println(Files.getPosixFilePermissions(Path.of("mode")));
        }
    }

    public static class Environment {
        public static void main(String[] args) throws Exception {
            TreeMap<String, String> all = new TreeMap<>(System.getenv());
            all.keySet().removeIf(name -> name.startsWith("PYTEST"));
            System.out.println(all);
            java.lang.Process tool = new ProcessBuilder("sh", "-c", "echo \"$CHANGES\"").start();
            System.out.print(new String(tool.getInputStream().readAllBytes()));
            try {
                System.out.println(new ProcessBuilder("only-in-path").start().waitFor());
            } catch (java.io.IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** The same port in each run; the socket is left to the end of the process. */
    public static class Port {
        static ServerSocket left;

        public static void main(String[] args) throws Exception {
            left = new ServerSocket(Integer.parseInt(args[0]), 5, InetAddress.getLoopbackAddress());
            System.out.println("bound " + left.isBound());
        }
    }

    /** Channels and selectors close nothing themselves when they are collected. */
    public static class Channels {
        static ServerSocketChannel left;
        static Selector selector;

        public static void main(String[] args) throws Exception {
            left = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])));
            left.configureBlocking(false);
            selector = Selector.open();
            left.register(selector, SelectionKey.OP_ACCEPT);
            SocketChannel.open(left.getLocalAddress()).configureBlocking(false);
            Thread daemon = new Thread(() -> {
                try {
                    while (selector.select() >= 0) {
                        Thread.sleep(1);
                    }
                } catch (Exception e) {
                    System.out.println(e);
                }
            });
            daemon.setDaemon(true);
            daemon.start();
            System.out.println("bound " + left.isOpen());
        }
    }

    public static class Much {
        public static void main(String[] args) {
            StringBuilder line = new StringBuilder("x".repeat(99));
            for (int i = 0; i < 200_000; i++) {
                System.out.println(line);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URL;

/** Programs that wait while somebody does something to them or to their files. */
public class Serving {
    static ServerSocket left;

    /** Listens at the port given, and waits. */
    public static class Listens {
        public static void main(String[] args) throws Exception {
            left = new ServerSocket(Integer.parseInt(args[0]));
            System.out.println("ready");
            left.accept();
        }
    }

    /** Takes its time to end. */
    public static class EndsSlowly {
        public static void main(String[] args) throws Exception {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                System.out.println("hook begins");
                try {
                    Thread.sleep(600);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
                System.out.println("hook ends");
            }));
            System.out.println("ready");
            Thread.sleep(60_000);
        }
    }

    static class Later {
        static String say() {
            return "later";
        }
    }

    /** Needs a class and files of its class path when somebody has written a byte. */
    public static class Lazily {
        public static void main(String[] args) throws IOException {
            System.out.println("ready");
            System.out.println(System.in.read());
            System.out.println(Later.say());
            try (InputStream in = Serving.class.getResourceAsStream("/version")) {
                System.out.println(in == null ? "no version" : new String(in.readAllBytes()));
            }
            URL found = Serving.class.getResource("/other");
            try (InputStream in = found == null ? null : found.openStream()) {
                System.out.println(in == null ? "no other" : new String(in.readAllBytes()));
            } catch (IOException e) {
                System.out.println(e.getClass());
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Names, passwords and connections that the JDK keeps for the next request. */
public class Requests {
    /** Names of hosts by a file; each argument after the address is one more of them. */
    public static class Hosts {
        public static void main(String[] args) throws IOException {
            StringBuilder lines = new StringBuilder(args[0] + " always.test\n");
            for (int i = 1; i < args.length; i++) {
                lines.append(args[0] + " " + args[i] + "\n");
            }
            Files.writeString(Path.of("hosts"), lines);
            System.setProperty("jdk.net.hosts.file", "hosts");
            for (String name : new String[] {"always.test", "sometimes.test", "always.test"}) {
                try {
                    System.out.println(name + " " + InetAddress.getByName(name).getHostAddress());
                } catch (UnknownHostException e) {
                    System.out.println(name + " is not known");
                }
            }
        }
    }

    /** A server that asks for a password, always at the same port, and a client that has one if a user is given. */
    public static class Passwords {
        public static void main(String[] args) throws Exception {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 0);
            server.createContext("/", Requests::answer);
            server.start();
            if (args.length > 1) {
                Authenticator.setDefault(new Authenticator() {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication(args[1], "p".toCharArray());
                    }
                });
            }
            for (String path : new String[] {"/a", "/a", "/b"}) {
                HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + args[0] + path).toURL().openConnection();
                int code = connection.getResponseCode();
                System.out.println(code + " "
                        + (code == 200 ? new String(connection.getInputStream().readAllBytes(), StandardCharsets.US_ASCII) : connection.getResponseMessage()));
            }
            System.exit(0);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        if (given == null) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"own\"");
            exchange.sendResponseHeaders(401, -1);
        } else {
            byte[] user = Base64.getDecoder().decode(given.substring("Basic ".length()));
            exchange.sendResponseHeaders(200, user.length);
            exchange.getResponseBody().write(user);
        }
        exchange.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.prefs.Preferences;
import javax.xml.parsers.DocumentBuilderFactory;

/** What programs register with modules of the JDK beyond java.base, or start there, and leave to the end of the process. */
public class Registered {
    private Registered() {}

    /** A driver of databases; the next run must find none. */
    public static class Drivers implements Driver {
        public static void main(String[] args) throws Exception {
            System.out.println(Collections.list(DriverManager.getDrivers()).size());
            try {
                DriverManager.getConnection("test:nowhere");
            } catch (SQLException e) {
                System.out.println(e.getMessage());
            }
            DriverManager.registerDriver(new Drivers());
            DriverManager.setLoginTimeout(7);
            System.out.println(DriverManager.getConnection("test:nowhere") + " " + DriverManager.getLoginTimeout());
        }

        @Override
        public Connection connect(String url, Properties info) {
            return null;
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("test:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return null;
        }
    }

    /** Preferences, which a hook writes at the end. The directory is the run's own, by -Djava.util.prefs.userRoot. */
    public static class Prefs {
        private static final Logger QUIET = Logger.getLogger("java.util.prefs");

        public static void main(String[] args) throws Exception {
            // Its messages have the time in them.
            QUIET.setLevel(Level.OFF);
            Preferences node = Preferences.userRoot().node("registered");
            System.out.println(node.getInt("runs", 0) + " " + List.of(node.keys()));
            node.putInt("runs", node.getInt("runs", 0) + 1);
            node.addPreferenceChangeListener(change -> System.out.println("changed"));
        }
    }

    /** A log file, which a hook closes and whose lock is a file, too. */
    public static class LogFile {
        private static final Logger LOGGER = Logger.getLogger("registered");

        public static void main(String[] args) throws Exception {
            FileHandler handler = new FileHandler("log-%u.txt", true);
            handler.setFormatter(new Formatter() {
                @Override
                public String format(LogRecord record) {
                    return record.getLevel() + " " + record.getMessage() + "\n";
                }
            });
            LOGGER.addHandler(handler);
            LOGGER.setUseParentHandlers(false);
            LOGGER.info("logged " + LOGGER.getHandlers().length);
            for (File file : new File(".").listFiles()) {
                System.out.println(file.getName());
            }
        }
    }

    /** A timer whose task knows it, and executors that nobody shuts down. */
    public static class Timers {
        private static final CountDownLatch DONE = new CountDownLatch(2);

        public static void main(String[] args) throws Exception {
            Timer timer = new Timer(true);
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    System.out.println("ran " + (timer != null));
                    DONE.countDown();
                }
            }, 1, 1_000_000);
            Executors.newSingleThreadExecutor(Http::daemon).submit(DONE::countDown);
            DONE.await();
        }
    }

    /** A server and its client, neither of which is closed. */
    public static class Http {
        public static void main(String[] args) throws Exception {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newFixedThreadPool(2, Http::daemon));
            server.createContext("/", exchange -> {
                byte[] answer = exchange.getRequestURI().getPath().getBytes();
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            server.start();
            HttpClient client = HttpClient.newHttpClient();
            for (String path : List.of("/a", "/b")) {
                URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + path);
                System.out.println(client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body());
            }
            System.exit(4);
        }

        private static Thread daemon(Runnable task) {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }
    }

    public interface Greeter extends Remote {
        String greet(String name) throws RemoteException;
    }

    /** An exported object and a registry, which stay until the end. */
    public static class Rmi implements Greeter {
        public static void main(String[] args) throws Exception {
            Registry registry = LocateRegistry.createRegistry(0);
            Rmi greeter = new Rmi();
            registry.bind("greeter", UnicastRemoteObject.exportObject(greeter, 0));
            System.out.println(((Greeter) registry.lookup("greeter")).greet("you") + " " + List.of(registry.list()));
            System.exit(0);
        }

        @Override
        public String greet(String name) {
            return "hello " + name;
        }
    }

    /** Parsers, which look for their implementation by properties, services and files. */
    public static class Xml {
        public static void main(String[] args) throws Exception {
            var document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream("<a b='1'><c/><c/></a>".getBytes()));
            System.out.println(document.getDocumentElement().getElementsByTagName("c").getLength());
            System.setProperty("javax.xml.parsers.DocumentBuilderFactory", "none.such");
            try {
                DocumentBuilderFactory.newInstance();
            } catch (Error e) {
                System.out.println(e.getMessage());
            }
            Files.writeString(Path.of("made"), "by this run\n");
        }
    }
}

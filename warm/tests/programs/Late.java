// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Security;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.PropertyResourceBundle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/** Shows what classes of java.base read from properties when they are first used: once a new JVM's defaults, once what this program sets before. */
public class Late {
    interface Part {
        Object show() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            set();
        }
        show("agent", Late::agent);
        show("common pool", () -> ForkJoinPool.commonPool().getParallelism() + " " + IntStream.range(0, 100).parallel().sum());
        show("future", () -> CompletableFuture.supplyAsync(() -> "done").get());
        show("bundle", () -> new PropertyResourceBundle(new ByteArrayInputStream(new byte[] {'a', '=', (byte) 0xe4})).getString("a").length());
        show("currency", () -> Currency.getInstance(Locale.US));
        show("numbers", () -> NumberFormat.getInstance(Locale.GERMANY).format(1234.5));
        show("zone", () -> ZoneId.of("Europe/Paris").getRules().isFixedOffset());
        show("filter", Late::deserialize);
        show("security", () -> Security.getProperty("keystore.type"));
        show("provider", () -> KeyStore.getInstance("PKCS12").getProvider().getName());
        show("address", () -> InetAddress.getLoopbackAddress() + " " + InetAddress.getByName("localhost").isLoopbackAddress());
        show("process", () -> new ProcessBuilder("true").start().waitFor());
        show("protocols", () -> Arrays.toString(client().getEnabledProtocols()));
        show("channel", Late::channel);
        show("week", () -> Calendar.getInstance(Locale.GERMANY).getFirstDayOfWeek());
        show("names", () -> LocalDate.of(2025, 1, 6).format(DateTimeFormatter.ofPattern("EEEE d. MMMM", Locale.GERMANY)));
        show("style", () -> LocalDate.of(2025, 1, 6).format(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.GERMANY)));
        show("digits", () -> new SimpleDateFormat("d", Locale.forLanguageTag("ar-EG")).format(new Date(0)));
        show("type", () -> URLConnection.guessContentTypeFromName("a.own"));
        show("seed", () -> Arrays.equals(SecureRandom.getInstance("NativePRNG").generateSeed(8), new byte[8]));
    }

    private static void set() throws IOException {
        System.setProperty("http.agent", "Late");
        System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "7");
        System.setProperty("java.util.PropertyResourceBundle.encoding", "UTF-16BE");
        System.setProperty("java.util.currency.data", Files.writeString(Path.of("currencies"), "US=EUR,978,2\n").toString());
        System.setProperty("java.locale.providers", "SPI");
        System.setProperty("java.time.zone.DefaultZoneRulesProvider", "none");
        System.setProperty("jdk.serialFilter", "!java.util.ArrayList");
        System.setProperty("java.security.properties", Files.writeString(Path.of("security"), "keystore.type=late\njdk.security.provider.preferred=PKCS12:SunJSSE\n").toString());
        System.setProperty("java.net.preferIPv6Addresses", "true");
        System.setProperty("java.net.preferIPv4Stack", "true");
        System.setProperty("jdk.lang.Process.launchMechanism", "none");
        System.setProperty("jdk.tls.client.protocols", "TLSv1.2");
        System.setProperty("content.types.user.table", Files.writeString(Path.of("types"), "x/own: file_extensions=.own\n").toString());
        System.setProperty("java.security.egd", "file:/dev/zero");
    }

    private static void show(String name, Part part) {
        Object shown;
        try {
            shown = part.show();
        } catch (Throwable failure) {
            shown = failure;
        }
        System.out.println(name + ": " + shown);
    }

    private static String agent() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            List<String> lines = new ArrayList<>();
            Thread answers = new Thread(() -> answer(server, lines));
            answers.start();
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create("http://localhost:" + server.getLocalPort() + "/").toURL().openConnection();
            String got = connection.getResponseCode() + " " + new String(connection.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            answers.join();
            return got + " " + lines.stream().filter(line -> line.startsWith("User-Agent")).toList();
        }
    }

    private static void answer(ServerSocket server, List<String> lines) {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c != '\n') {
                    line.append((char) c);
                } else if (line.toString().isBlank()) {
                    break;
                } else {
                    lines.add(line.toString().strip());
                    line.setLength(0);
                }
            }
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException failure) {
            lines.add(failure.toString());
        }
    }

    private static Object deserialize() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new ArrayList<>(List.of("a")));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject() + " " + ObjectInputFilter.Config.getSerialFilter();
        }
    }

    private static javax.net.ssl.SSLEngine client() throws Exception {
        javax.net.ssl.SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        return engine;
    }

    private static Object channel() throws Exception {
        Path file = Files.writeString(Path.of("late"), "text");
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(file)) {
            ByteBuffer buffer = ByteBuffer.allocate(10);
            return channel.read(buffer, 0).get();
        }
    }
}

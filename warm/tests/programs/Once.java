// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.net.CacheRequest;
import java.net.CacheResponse;
import java.net.DatagramSocket;
import java.net.ResponseCache;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.rmi.server.RMISocketFactory;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/** Factories and defaults of a whole process, some of which it takes only once. */
public class Once {
    interface Part {
        void set() throws Exception;
    }

    // Twice, where the second time may be refused.
    private static void set(String name, Part part) {
        for (int i = 0; i < 2; i++) {
            try {
                part.set();
                System.out.println(name + " set");
            } catch (Exception | Error e) {
                System.out.println(name + ": " + e);
            }
        }
    }

    private static RuntimeException own(String what) {
        return new IllegalStateException("own " + what);
    }

    @SuppressWarnings("deprecation")
    public static class Sockets {
        public static void main(String[] args) throws Exception {
            try (ServerSocket server = new ServerSocket(0); Socket client = new Socket("127.0.0.1", server.getLocalPort())) {
                System.out.println(server.isBound() + " " + client.isConnected());
            }
            set("sockets", () -> Socket.setSocketImplFactory(() -> {
                throw own("socket");
            }));
            set("servers", () -> ServerSocket.setSocketFactory(() -> {
                throw own("server");
            }));
            for (Part part : new Part[] {() -> new Socket("127.0.0.1", 1).close(), () -> new ServerSocket(0).close()}) {
                try {
                    part.set();
                    System.out.println("made");
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    @SuppressWarnings("deprecation")
    public static class Datagrams {
        public static void main(String[] args) {
            set("datagrams", () -> DatagramSocket.setDatagramSocketImplFactory(() -> {
                throw own("datagram socket");
            }));
        }
    }

    public static class Connections {
        static final class Cache extends ResponseCache {
            @Override
            public CacheResponse get(URI uri, String method, Map<String, List<String>> headers) {
                return null;
            }

            @Override
            public CacheRequest put(URI uri, URLConnection connection) {
                return null;
            }
        }

        private static void show() throws IOException {
            URLConnection connection = URI.create("file:nothing.own").toURL().openConnection();
            System.out.println(ResponseCache.getDefault() == null ? "no cache" : ResponseCache.getDefault().getClass().getName());
            System.out.println(URLConnection.guessContentTypeFromName("a.own") + " " + connection.getAllowUserInteraction() + " " + connection.getDefaultUseCaches() + " "
                    + URLConnection.getDefaultAllowUserInteraction() + " " + URLConnection.getDefaultUseCaches("file"));
        }

        public static void main(String[] args) throws Exception {
            show();
            set("cache", () -> ResponseCache.setDefault(new Cache()));
            set("names", () -> URLConnection.setFileNameMap(name -> "own/" + name));
            set("contents", () -> URLConnection.setContentHandlerFactory(type -> null));
            URLConnection.setDefaultAllowUserInteraction(true);
            URLConnection.setDefaultUseCaches("file", false);
            URI.create("file:nothing.own").toURL().openConnection().setDefaultUseCaches(false);
            show();
        }
    }

    public static class Others {
        public static void main(String[] args) throws Exception {
            System.out.println(HttpsURLConnection.getDefaultHostnameVerifier().getClass().getName().startsWith("Once") + " "
                    + (SSLContext.getDefault() == SSLContext.getDefault())
                    + " " + SSLContext.getDefault().getProtocol() + " " + RMISocketFactory.getSocketFactory() + " " + MBeanServerFactory.findMBeanServer(null).size());
            HttpsURLConnection.setDefaultHostnameVerifier((name, session) -> true);
            SSLContext own = SSLContext.getInstance("TLSv1.2");
            own.init(null, null, null);
            SSLContext.setDefault(own);
            set("remote sockets", () -> RMISocketFactory.setSocketFactory(new RMISocketFactory() {
                @Override
                public Socket createSocket(String host, int port) throws IOException {
                    throw own("remote socket");
                }

                @Override
                public ServerSocket createServerSocket(int port) throws IOException {
                    throw own("remote server");
                }
            }));
            MBeanServerFactory.createMBeanServer("own");
            System.out.println(HttpsURLConnection.getDefaultHostnameVerifier().getClass().getName().startsWith("Once") + " " + SSLContext.getDefault().getProtocol() + " "
                    + (RMISocketFactory.getSocketFactory() == null) + " " + MBeanServerFactory.findMBeanServer(null).size());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureSpi;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** What the JDK decides once, when it is first asked. */
public class Decided {
    private Decided() {}

    public static class MergeSort {
        static int comparisons;

        public static void main(String[] args) {
            for (String value : args) {
                System.setProperty("java.util.Arrays.useLegacyMergeSort", value);
            }
            Random random = new Random(1);
            Integer[] numbers = random.ints(500).boxed().toArray(Integer[]::new);
            Arrays.sort(numbers, (a, b) -> {
                comparisons++;
                return Integer.compare(a, b);
            });
            System.out.println(comparisons);
        }
    }

    public static class Hash {
        public static void main(String[] args) {
            for (String algorithm : args) {
                Security.setProperty("jdk.crypto.disabledAlgorithms", "MessageDigest." + algorithm);
            }
            try {
                System.out.println(MessageDigest.getInstance("MD5").getAlgorithm());
            } catch (NoSuchAlgorithmException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** Of a provider's class the JDK makes one object to see what it is. */
    public static class Signs {
        public static class Spi extends SignatureSpi {
            public Spi() {
                System.out.println("made");
            }

            protected void engineInitVerify(PublicKey key) {}

            protected void engineInitSign(PrivateKey key) {}

            protected void engineUpdate(byte b) {}

            protected void engineUpdate(byte[] bytes, int from, int length) {}

            protected byte[] engineSign() {
                return new byte[0];
            }

            protected boolean engineVerify(byte[] signature) {
                return true;
            }

            protected void engineSetParameter(String name, Object value) {}

            protected Object engineGetParameter(String name) {
                return null;
            }
        }

        static class Own extends Provider {
            Own() {
                super("Own", "1", "");
                put("Signature.OWN", Spi.class.getName());
            }
        }

        public static void main(String[] args) throws Exception {
            Security.addProvider(new Own());
            System.out.println(Signature.getInstance("OWN").getAlgorithm());
            System.out.println(Signature.getInstance("SHA256withRSA").getProvider().getName());
        }
    }

    public static class Parallel {
        static class Loader extends ClassLoader {
            static void register() {
                registerAsParallelCapable();
            }
        }

        public static void main(String[] args) {
            System.out.println(new Loader().isRegisteredAsParallelCapable());
            for (String ignored : args) {
                Loader.register();
            }
            System.out.println(new Loader().isRegisteredAsParallelCapable() + " " + new java.net.URLClassLoader(new java.net.URL[0]).isRegisteredAsParallelCapable());
        }
    }

    /** The default file system is made when it is first asked for. */
    public static class DefaultFiles {
        public static void main(String[] args) {
            for (String provider : args) {
                System.setProperty("java.nio.file.spi.DefaultFileSystemProvider", provider);
            }
            try {
                System.out.println(Path.of("a").getFileSystem().getClass().getSimpleName());
            } catch (Error e) {
                System.out.println(e.getCause());
            }
        }
    }

    /** Puts a module into the application's class loader. */
    public static class Layer {
        public static void main(String[] args) throws Exception {
            Path jar = Path.of("added.jar");
            try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar))) {
                to.putNextEntry(new JarEntry("text.txt"));
            }
            Configuration found = ModuleLayer.boot().configuration().resolve(ModuleFinder.of(jar), ModuleFinder.of(), Set.of("added"));
            System.out.println(ModuleLayer.boot().defineModules(found, name -> ClassLoader.getSystemClassLoader()).modules());
            Files.delete(jar);
        }
    }
}

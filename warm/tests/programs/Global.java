// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Field;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Cipher;
import jdk.net.ExtendedSocketOptions;
import sun.misc.Unsafe;

/** State of the JDK that lies in no class of the program: each run has to find it as a new JVM has it. */
public class Global {
    public static class Providers {
        static final class Own extends Provider {
            private static final long serialVersionUID = 1L;

            Own() {
                super("Own", "1", "of the program");
            }
        }

        public static void main(String[] args) throws Exception {
            System.out.println(Security.getProperty("networkaddress.cache.negative.ttl") + " " + Security.getProperty("own"));
            Security.setProperty("networkaddress.cache.negative.ttl", "7");
            Security.setProperty("own", "mine");
            System.out.println(Arrays.toString(Security.getProviders()));
            Security.insertProviderAt(new Own(), 1);
            System.out.println(Arrays.toString(Security.getProviders()));
            System.out.println(MessageDigest.getInstance("SHA-256").getProvider());
            System.out.println(Cipher.getInstance("AES/GCM/NoPadding").getProvider());
        }
    }

    // Of a class that stays initialised, and by no way that the server knows.
    public static class Number {
        public static void main(String[] args) throws ReflectiveOperationException {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Unsafe unsafe = (Unsafe) field.get(null);
            Field number = Class.forName(args[0]).getDeclaredField(args[1]);
            Object base = unsafe.staticFieldBase(number);
            long offset = unsafe.staticFieldOffset(number);
            System.out.println(unsafe.getInt(base, offset));
            unsafe.putInt(base, offset, unsafe.getInt(base, offset) + 1);
        }
    }

    // Of the modules beside java.base whose classes stay initialised: texts of languages, character sets, zip files, options of sockets.
    public static class Modules {
        public static void main(String[] args) throws Exception {
            System.out.println(DateTimeFormatter.ofPattern("EEEE MMMM", Locale.JAPANESE).format(LocalDate.of(2026, 11, 28)));
            System.out.println(Arrays.toString("\u4e00\u00e9".getBytes("Big5-HKSCS")) + " " + new String(new byte[] {(byte) 0x93, (byte) 0xfa}, "windows-31j").length());
            Path zip = Path.of("some.zip");
            try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
                Path entry = Files.writeString(files.getPath("entry"), "text");
                Files.setLastModifiedTime(entry, FileTime.fromMillis(0));
            }
            try (FileSystem files = FileSystems.newFileSystem(zip)) {
                System.out.println(Files.readString(files.getPath("entry")));
            }
            Files.delete(zip);
            try (Socket socket = new Socket()) {
                socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, false);
                System.out.println(socket.getOption(ExtendedSocketOptions.TCP_QUICKACK) + " " + socket.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT));
            }
        }
    }

    public static class Assertions {
        static final class Late {
            static boolean checks() {
                boolean checks = false;
                assert checks = true;
                return checks;
            }
        }

        public static void main(String[] args) {
            System.out.println(Assertions.class.desiredAssertionStatus());
            ClassLoader loader = ClassLoader.getSystemClassLoader();
            loader.setPackageAssertionStatus("none", true);
            loader.setDefaultAssertionStatus(true);
            ClassLoader.getPlatformClassLoader().setDefaultAssertionStatus(true);
            System.out.println(Assertions.class.desiredAssertionStatus() + " " + Late.checks());
        }
    }
}

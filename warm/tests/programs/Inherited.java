// SPDX-License-Identifier: Apache-2.0
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a program does with descriptors that its parent has left open. */
public class Inherited {
    /** Writes to those given, which are files by now, and tells what became of one that it opens itself. */
    public static class Writes {
        public static void main(String[] args) throws IOException {
            for (String number : args) {
                try (FileOutputStream out = new FileOutputStream("/proc/self/fd/" + number, true)) {
                    out.write(("to " + number + "\n").getBytes());
                }
            }
            Files.writeString(Path.of("own"), "written\n");
            System.out.println(args.length + " written");
        }
    }

    /** Closes descriptor 5 behind the JDK's back and opens files until one gets that number; they stay open. Needs java.io to be open. */
    public static class Closes {
        private static final List<FileInputStream> KEPT = new ArrayList<>();

        public static void main(String[] args) throws ReflectiveOperationException, IOException {
            FileDescriptor five = new FileDescriptor();
            Field number = FileDescriptor.class.getDeclaredField("fd");
            number.setAccessible(true);
            number.setInt(five, 5);
            new FileInputStream(five).close();
            do {
                KEPT.add(new FileInputStream("/proc/self/cmdline"));
            } while (number.getInt(KEPT.getLast().getFD()) != 5 && KEPT.size() < 100);
            System.out.println(number.getInt(KEPT.getLast().getFD()));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Unpacks a native library below a name that begins as its second argument does, as Spark's compressors do, and calls it often enough for
 * compiled code. With one argument it loads the library itself, without any it calls what it has not loaded.
 */
public class Copies {
    static native int found(int[] array, int index, long more, Object some, int factor);

    static native int registered();

    private static void loadCopy(Path library, String prefix) throws Exception {
        Path copy = Files.createTempFile(prefix, ".so");
        Files.write(copy, Files.readAllBytes(library));
        System.load(copy.toString());
        Files.delete(copy);
    }

    public static void main(String[] args) throws Exception {
        switch (args.length) {
            case 0 -> { }
            case 1 -> System.load(args[0]);
            default -> loadCopy(Path.of(args[0]), args[1]);
        }
        try {
            int sum = 0;
            int[] numbers = {1, -2, 3};
            for (int i = 0; i < 20_000; i++) {
                sum += found(numbers, 1, 6L, numbers, 3) - registered();
            }
            System.out.println(found(numbers, 2, -9L, "", 3) + " " + registered() + " " + sum);
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage());
        }
    }
}

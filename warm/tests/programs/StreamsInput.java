// SPDX-License-Identifier: Apache-2.0
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Scanner;

/** Reads some of its input in one of several ways; the rest is left to whoever reads next. */
public class StreamsInput {
    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "scanner" -> scan();
            case "available" -> ask();
            case "end" -> readToTheEnd();
            case "descriptor" -> readUnbuffered();
            default -> System.out.println("reads nothing");
        }
    }

    private static void scan() {
        Scanner scanner = new Scanner(System.in);
        System.out.println(scanner.nextInt() + " [" + scanner.nextLine() + "] " + scanner.next() + " " + scanner.hasNextInt());
    }

    private static void ask() throws IOException {
        System.out.println(System.in.available() + " " + System.in.markSupported());
        System.in.mark(100);
        int first = System.in.read();
        System.in.reset();
        System.out.println(first + " " + System.in.read() + " " + System.in.skip(10) + " " + System.in.available());
    }

    private static void readToTheEnd() throws IOException {
        byte[] all = System.in.readAllBytes();
        System.out.println(all.length + " " + System.in.read() + " " + System.in.read(new byte[5]) + " " + System.in.available());
        System.out.println(new String(all, all.length - 10, 10).strip());
    }

    private static void readUnbuffered() throws IOException {
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        byte[] bytes = new byte[10];
        System.out.println(in.read(bytes) + " " + new String(bytes).strip());
        ByteBuffer buffer = ByteBuffer.allocate(100);
        System.out.println(in.getChannel().read(buffer));
    }
}

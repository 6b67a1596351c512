// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;

/** Shows what the standard streams are, replaces them, and leaves text in buffers that nobody flushes. */
public class StreamsReplaced {
    public static void main(String[] args) throws IOException {
        System.out.println(System.in.getClass().getName() + " " + System.out.getClass().getName() + " " + System.err.getClass().getName() + " " + System.in.read());
        System.err.println("to the error output");
        System.setIn(new ByteArrayInputStream(new byte[] {5}));
        System.out.println(System.in.read() + " " + System.in.read());
        BufferedWriter file = new BufferedWriter(new FileWriter("written"));
        file.write("flushed\n");
        file.flush();
        file.write("lost\n");
        PrintStream lost = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false);
        System.setOut(lost);
        System.setErr(lost);
        System.out.println("lost output");
        System.err.println("lost error");
        if (args.length > 0) {
            // What is said of this is lost, too.
            throw new IllegalStateException("lost");
        }
    }
}

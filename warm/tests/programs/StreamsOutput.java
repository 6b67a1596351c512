// SPDX-License-Identifier: Apache-2.0
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Writes so many blocks of 64 KB, by the usual stream, which remembers errors, or by the descriptor. */
public class StreamsOutput {
    public static void main(String[] args) throws IOException {
        byte[] block = new byte[64 << 10];
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) (i % 63 == 62 ? '\n' : 'a' + i % 26);
        }
        int count = Integer.parseInt(args[1]);
        if (args[0].equals("stream")) {
            for (int i = 0; i < count; i++) {
                System.out.write(block);
            }
            System.err.println("error " + System.out.checkError());
        } else {
            FileOutputStream out = new FileOutputStream(FileDescriptor.out);
            for (int i = 0; i < count; i++) {
                out.write(block);
            }
            System.err.println("written");
        }
    }
}

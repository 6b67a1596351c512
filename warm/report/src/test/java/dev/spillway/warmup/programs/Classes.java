// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.programs;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** A loader of classes Generated1 to GeneratedN that takes a known time to find each; each extends the next one. */
public final class Classes extends ClassLoader {
    private final int count;
    private final long delay;
    /** Time in findClass before the bytes are there. */
    long slept;

    public Classes(int count, long delayNanos) {
        this.count = count;
        this.delay = delayNanos;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < delay) {
            LockSupport.parkNanos(delay - (System.nanoTime() - start));
        }
        slept += System.nanoTime() - start;
        int number = name.startsWith("Generated") ? Integer.parseInt(name.substring(9)) : Integer.MAX_VALUE;
        if (number > count) {
            throw new ClassNotFoundException(name);
        }
        byte[] file = file(name, number == count ? "java/lang/Object" : "Generated" + (number + 1));
        return defineClass(name, file, 0, file.length);
    }

    // The class file format, JVMS 4.1: an empty class.
    private static byte[] file(String name, String superName) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0xCAFEBABE);
            out.writeInt(52);
            out.writeShort(5);
            out.writeByte(1);
            out.writeUTF(name);
            out.writeByte(7);
            out.writeShort(1);
            out.writeByte(1);
            out.writeUTF(superName);
            out.writeByte(7);
            out.writeShort(3);
            for (int item : new int[] {0x21, 2, 4, 0, 0, 0, 0}) {
                out.writeShort(item);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.io.InputStream;

/** A thousand class loaders, each with a class of its own and a static of it, which are left to the end of the process. */
public class Many {
    static final int COUNT = 1000;

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream in = Many.class.getResourceAsStream("Many$Counted.class")) {
            bytes = in.readAllBytes();
        }
        Object[] kept = new Object[COUNT];
        int sum = 0;
        for (int i = 0; i < COUNT; i++) {
            kept[i] = new Loader().define(bytes).getDeclaredConstructor().newInstance();
            sum += kept[i].hashCode();
        }
        System.out.println(sum + " " + new Counted().hashCode() + " " + (kept[0].getClass() == kept[1].getClass()));
    }

    static class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass("Many$Counted", bytes, 0, bytes.length);
        }
    }

    public static class Counted {
        private static int count;
        private final int number = ++count;

        @Override
        public int hashCode() {
            return number;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.ArrayList;

/** Says whether java.util is open; {@code open} opens it with rights that the option --add-opens java.base/java.lang gives. */
public class Modular {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Method open = Module.class.getDeclaredMethod("implAddOpensToAllUnnamed", String.class);
            open.setAccessible(true);
            open.invoke(Object.class.getModule(), "java.util");
        }
        try {
            ArrayList.class.getDeclaredField("elementData").setAccessible(true);
            System.out.println("open");
        } catch (InaccessibleObjectException closed) {
            System.out.println("closed");
        }
    }
}

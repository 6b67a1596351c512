// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary An instance that is larger than a region stays in H1, what it refers to keeps its identity
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-UseCompressedOops TestInstanceLargerThanARegion
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.H2;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

public class TestInstanceLargerThanARegion {
    private static final int FIELDS = 50_000;
    private static final int LEVELS = 3;      // 1.2 MB of references of 8 bytes

    public static void main(String[] args) throws Exception {
        H2.required();
        Class<?> last = Object.class;
        for (int i = 0; i < LEVELS; i++) {
            last = define("Large" + i, last);
        }
        Object large = last.getConstructor().newInstance();
        Object[] values = new Object[100];
        for (int i = 0; i < values.length; i++) {
            values[i] = new int[] {i};
            field(last, i).set(large, values[i]);
        }
        Object[] root = H2.moved(new Object[] {large, new byte[1000]}, 1);
        H2.in(root[1], "array beside it");
        H2.notIn(large, "large instance");
        SecondHeap.tagRoot(large, 2);
        SecondHeap.moveNow();
        Gc.full();
        H2.notIn(large, "tagged large instance");
        for (int i = 0; i < values.length; i++) {
            Check.that(field(last, i).get(large) == values[i] && ((int[]) values[i])[0] == i, "field " + i);
        }
    }

    private static Field field(Class<?> c, int i) throws ReflectiveOperationException {
        return c.getField("f" + i * (FIELDS / 100));
    }

    private static Class<?> define(String name, Class<?> parent) throws IllegalAccessException {
        ClassDesc up = parent.describeConstable().orElseThrow();
        byte[] bytes = ClassFile.of().build(ClassDesc.of(name), made -> {
            made.withSuperclass(up).withFlags(ClassFile.ACC_PUBLIC);
            for (int i = 0; i < FIELDS; i++) {
                made.withField("f" + i, ConstantDescs.CD_Object, ClassFile.ACC_PUBLIC);
            }
            made.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC,
                    code -> code.aload(0).invokespecial(up, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_());
        });
        return MethodHandles.lookup().defineClass(bytes);
    }
}

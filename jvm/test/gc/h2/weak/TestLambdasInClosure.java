// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Lambdas, method handles, proxies and hidden class instances work from H2 before and after compilation and collections
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestLambdasInClosure
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapClosure=full TestLambdasInClosure
 */
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class TestLambdasInClosure {
    public static void main(String[] args) throws Throwable {
        Object[] code = H2.moved(Graphs.array(400, TestLambdasInClosure::make), 1);
        for (int round = 0; round < 5; round++) {
            for (int repeat = 0; repeat < 50; repeat++) {
                for (int i = 0; i < code.length; i++) {
                    Check.equal(call(code[i], i), i + 1, "result of " + code[i].getClass());
                }
            }
            Gc.young();
            Gc.full();
        }
    }

    private static Object make(int i) {
        try {
            return switch (i % 4) {
                case 0 -> (IntUnaryOperator) x -> x + 1;
                case 1 -> captured(i);
                case 2 -> MethodHandles.insertArguments(MethodHandles.lookup().findStatic(Math.class, "addExact",
                        MethodType.methodType(int.class, int.class, int.class)), 1, 1);
                default -> Proxy.newProxyInstance(TestLambdasInClosure.class.getClassLoader(), new Class<?>[] {Supplier.class},
                        (proxy, method, arguments) -> i + 1);
            };
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Supplier<Integer> captured(int i) {
        int[] box = {i};
        return () -> box[0] + 1;
    }

    private static int call(Object o, int i) throws Throwable {
        return switch (o) {
            case IntUnaryOperator f -> f.applyAsInt(i);
            case MethodHandle m -> (int) m.invoke(i);
            case Supplier<?> s -> (Integer) s.get();
            default -> throw new AssertionError(o);
        };
    }
}

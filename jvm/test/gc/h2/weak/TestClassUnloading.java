// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Instances that are only in H2 keep their class loader; it is unloaded after their label has died
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions TestClassUnloading
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:+UseCompactObjectHeaders -XX:ParallelGCThreads=4 TestClassUnloading
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;

public class TestClassUnloading {
    /** Loaded anew by each loader; its static state lives in the mirror. */
    public static final class Plugin implements Callable<Object> {
        static int calls;
        final int[] state = {1, 2, 3};

        @Override
        public Object call() {
            return state[0] + state[2] + calls++;
        }
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = TestClassUnloading.class.getClassLoader().getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        H2.required();
        Node[] holders = new Node[20];
        WeakReference<?>[] loaders = new WeakReference<?>[holders.length];
        for (int i = 0; i < holders.length; i++) {
            holders[i] = new Node(i, new Node(0, null, Graphs.regions(1)), plugin());
            loaders[i] = new WeakReference<>(holders[i].any.getClass().getClassLoader());
            SecondHeap.tagRoot(holders[i], i);
        }
        SecondHeap.moveNow();
        for (int round = 0; round < 3; round++) {
            Gc.full();
            Gc.young();
            for (int i = 0; i < holders.length; i++) {
                H2.in(holders[i].any, "instance");
                Check.that(loaders[i].get() != null, "loader of a live instance is gone");
                Check.equal(((Callable<?>) holders[i].any).call(), 4 + round, "call " + round);
            }
        }
        for (int i = 0; i < holders.length; i += 2) {
            holders[i] = null;
        }
        Gc.full();
        Gc.full();
        for (int i = 0; i < holders.length; i++) {
            Check.equal(loaders[i].get() == null, i % 2 == 0, "loader " + i + " unloaded");
            Check.that(i % 2 == 0 || ((Callable<?>) holders[i].any).call().equals(7), "call after unloading others");
        }
        popular();
    }

    /** A constant that a static holds and many objects refer to follows into H2, but not one of a loader that may go. */
    private static void popular() throws Exception {
        Object constant = empty(new Loader().loadClass(Plugin.class.getName()));
        WeakReference<?> loader = new WeakReference<>(constant.getClass().getComponentType().getClassLoader());
        Object lasting = empty(TestClassUnloading.class);
        Object[] nodes = new Object[10_000];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(i, null, i % 2 == 0 ? lasting : constant);
        }
        H2.moved(nodes, 100);
        Gc.full();
        H2.in(lasting, "empty array of a lasting class");
        H2.notIn(constant, "empty array of a class that may be unloaded");
        nodes = null;
        constant = null;
        SecondHeap.release(100);
        Gc.full();
        Gc.full();
        Check.that(loader.get() == null, "the loader of a popular object is unloaded");
        H2.in(lasting, "empty array of a lasting class");
    }

    private static Object empty(Class<?> component) {
        return java.lang.reflect.Array.newInstance(component, 0);
    }

    private static Object plugin() throws Exception {
        return new Loader().loadClass(Plugin.class.getName()).getDeclaredConstructor().newInstance();
    }
}

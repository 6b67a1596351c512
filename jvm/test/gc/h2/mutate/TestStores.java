// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test id=compilers
 * @summary References stored into moved objects, by every kind of store, to young, old and H2 objects, survive young and full collections
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp TestStores
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp -Xint TestStores
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp -XX:TieredStopAtLevel=1 TestStores
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp -XX:-TieredCompilation -Xcomp -XX:CompileCommand=compileonly,TestStores::* TestStores
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -Dfollow=true TestStores
 */
/*
 * @test id=oops
 * @summary The same with other oops and headers, with conditional card marks, other card sizes, one and four GC threads
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp -XX:-UseCompressedOops -XX:+UseCondCardMark TestStores
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp -XX:+UseCompactObjectHeaders -XX:-UseCompressedOops -XX:GCCardSizeInBytes=1024 -XX:ParallelGCThreads=4 TestStores
 */
/*
 * @test id=oops-soak
 * @key soak
 * @summary The same with other oops and headers, with conditional card marks, other card sizes, one and four GC threads
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp -XX:ObjectAlignmentInBytes=16 -XX:GCCardSizeInBytes=128 TestStores
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:-SecondHeapFollowUp -XX:+UseCompactObjectHeaders -XX:ParallelGCThreads=1 TestStores
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Node;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class TestStores {
    private static final int SIZE = 3_000;
    private static final VarHandle FIELD;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final AtomicReferenceFieldUpdater<Node, Object> UPDATER =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Object.class, "any");

    static {
        try {
            FIELD = MethodHandles.lookup().findVarHandle(Node.class, "any", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What a stored reference leads to. */
    private enum Target { YOUNG, OLD, SAME_LABEL, OTHER_LABEL }

    public static void main(String[] args) throws Exception {
        H2.required();
        Object[] nodes = H2.moved(Graphs.array(SIZE, i -> new Node(i, null, null)), 1);
        Object[] array = H2.moved(new Object[SIZE], 2);
        AtomicReferenceArray<Object> atomic = H2.moved(new AtomicReferenceArray<>(SIZE), 3);
        Object[] old = Graphs.array(SIZE, TestStores::payload);
        Gc.full();
        Object[] other = H2.moved(Graphs.array(SIZE, TestStores::payload), 4);
        for (Target target : Target.values()) {
            store(target, nodes, array, atomic, old, other);
            for (int gc = 0; gc < 4; gc++) {
                if (gc == 2) {
                    Gc.full();
                } else {
                    Gc.young();
                }
                check(target, nodes, array, atomic);
            }
        }
        Object[] clone = array.clone();
        Gc.young();
        Gc.full();
        Check.that(java.util.Arrays.equals(clone, array), "clone of an H2 array");
        for (Object n : nodes) {
            ((Node) n).any = null;
        }
        SecondHeap.moveNow();
    }

    private static int[] payload(int i) {
        return new int[] {i, i * 3};
    }

    private static Object target(Target target, int i, Object[] nodes, Object[] old, Object[] other) {
        return switch (target) {
            case YOUNG -> payload(i);
            case OLD -> old[i];
            case SAME_LABEL -> nodes[i];
            case OTHER_LABEL -> other[i];
        };
    }

    private static void store(Target t, Object[] nodes, Object[] array, AtomicReferenceArray<Object> atomic, Object[] old,
            Object[] other) {
        Object[] chunk = new Object[16];
        for (int i = 0; i < SIZE; i++) {
            Node n = (Node) nodes[i];
            Object o = target(t, i, nodes, old, other);
            switch (i % 5) {
                case 0 -> n.any = o;
                case 1 -> Check.that(FIELD.compareAndSet(n, n.any, o), "compareAndSet");
                case 2 -> FIELD.getAndSet(n, o);
                case 3 -> UPDATER.lazySet(n, o);
                default -> FIELD.setRelease(n, o);
            }
            switch (i % 3) {
                case 0 -> atomic.set(i, o);
                case 1 -> atomic.getAndSet(i, o);
                default -> ELEMENT.setVolatile(nodes, i, n);
            }
            if (i % 3 == 2) {
                atomic.compareAndExchange(i, atomic.get(i), o);
            }
            chunk[i % chunk.length] = o;
            if (i % chunk.length == chunk.length - 1 && (i & 16) == 0) {
                System.arraycopy(chunk, 0, array, i - chunk.length + 1, chunk.length);
            } else if ((i & 16) != 0 || i >= SIZE - chunk.length) {
                array[i] = o;
            }
        }
    }

    private static void check(Target t, Object[] nodes, Object[] array, AtomicReferenceArray<Object> atomic) {
        for (int i = 0; i < SIZE; i++) {
            same(t, i, ((Node) nodes[i]).any, nodes);
            same(t, i, atomic.get(i), nodes);
            same(t, i, array[i], nodes);
        }
    }

    private static void same(Target t, int i, Object o, Object[] nodes) {
        if (t == Target.SAME_LABEL) {
            Check.that(o == nodes[i], "reference " + i + " to the same label");
            return;
        }
        int[] a = (int[]) o;
        Check.that(a.length == 2 && a[0] == i && a[1] == i * 3, "reference " + i + " to " + t);
        // With follow-up a full collection may take the young and old targets along to H2.
        if (Boolean.getBoolean("follow") && t != Target.OTHER_LABEL) {
            return;
        }
        Check.equal(SecondHeap.contains(a), t == Target.OTHER_LABEL, "target of reference " + i + " in H2");
    }
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Global references of JNI follow objects to H2 and keep them; weak ones follow and are cleared with the region
 * @library /lib /hints
 * @run main TestJniReferences
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Checksum;
import h2test.Gc;
import h2test.Graphs;
import h2test.H2;
import h2test.Natives;
import h2test.Vm;

public class TestJniReferences {
    private static final int NODES = 2_000;

    static native long global(Object o);

    static native long weak(Object o);

    static native Object get(long ref);

    static native void deleteGlobal(long ref);

    static native void deleteWeak(long ref);

    public static void main(String[] args) {
        if (args.length > 0) {
            System.load(args[0]);
            child();
            return;
        }
        String library = Natives.library("jni_references").toString();
        for (String mode : new String[] {"-XX:+UseCompressedOops", "-XX:-UseCompressedOops"}) {
            Vm.runH2(mode, "-XX:SecondHeapClosure=full", "--enable-native-access=ALL-UNNAMED", TestJniReferences.class.getName(), library)
                    .exits(0).has("^references are right");
            Vm.runH2(mode, "--enable-native-access=ALL-UNNAMED", TestJniReferences.class.getName(), library)
                    .exits(0).has("^references are right");
        }
    }

    private static void child() {
        Object list = Graphs.list(NODES, 3);
        long sum = Checksum.of(list);
        long strong = global(list);
        long weak = weak(list);
        SecondHeap.tagRoot(list, 3);
        SecondHeap.moveNow();
        H2.in(list, "object with JNI references");
        Check.that(get(strong) == list && get(weak) == list, "the references follow the object");
        list = null;
        Gc.full();
        Gc.young();
        Check.equal(Checksum.of(get(strong)), sum, "content kept by the global reference alone");
        H2.in(get(weak), "object kept by the global reference alone");
        deleteGlobal(strong);
        for (int i = 0; i < 3; i++) {
            Gc.full();
        }
        Check.that(get(weak) == null, "the weak reference is cleared");
        Check.equal(H2.used(), 0L, "bytes used when nothing refers to H2");
        deleteWeak(weak);
        aReferenceMadeToAnObjectInH2();
        System.out.println("references are right");
    }

    private static void aReferenceMadeToAnObjectInH2() {
        Object list = H2.moved(Graphs.list(NODES, 4), 4);
        long strong = global(list);
        list = null;
        Gc.full();
        H2.in(get(strong), "object to which a reference was made in H2");
        deleteGlobal(strong);
    }
}

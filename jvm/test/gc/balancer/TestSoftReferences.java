// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary Soft references live as long as the first heap's limit allows, not as long as -Xmx would
 * @library /lib /hints
 * @run main TestSoftReferences
 */
import h2test.Vm;
import java.lang.ref.SoftReference;
import java.util.Map;

public class TestSoftReferences {
    /** Says whether an object that is referred to softly survives two full collections, three seconds after its last use. */
    public static class Softly {
        public static void main(String[] args) throws Exception {
            SoftReference<byte[]> soft = new SoftReference<>(new byte[1000]);
            System.gc();
            soft.get();
            Thread.sleep(3000);
            System.gc(); // sets the time for the next one
            System.gc();
            System.out.println(soft.get() == null ? "is gone" : "is there");
        }
    }

    public static void main(String[] args) throws Exception {
        // A second for 100 MB: 20 s of 2 GB, which is -Xmx, about one of the limit.
        String[] options = {"-Xms32m", "-Xmx2g", "-XX:SoftRefLRUPolicyMSPerMB=10", "TestSoftReferences$Softly"};
        Vm.run(Map.of(), Vm.balancer(options)).exits(0).has("is there");
        String[] small = {"-XX:MemoryBudget=150m", "-Xms32m", "-Xmx2g", "-XX:SoftRefLRUPolicyMSPerMB=10", "TestSoftReferences$Softly"};
        Vm.run(Map.of(), Vm.balancer(small)).exits(0).has("is gone");
    }
}

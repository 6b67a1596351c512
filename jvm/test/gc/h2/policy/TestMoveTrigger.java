// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @summary move starts a collection by itself once the bytes that wait exceed SecondHeapMoveTrigger, and none before
 * @library /lib /hints
 * @run main/othervm -XX:VMOptionsFile=${test.root}/lib/h2.vmoptions -XX:SecondHeapMoveTrigger=8m TestMoveTrigger
 */
import dev.spillway.SecondHeap;
import h2test.Check;
import h2test.Gc;
import h2test.H2;

public class TestMoveTrigger {
    public static void main(String[] args) throws Exception {
        H2.required();
        Object small = new byte[1 << 20];
        SecondHeap.tagRoot(small, 1);
        long before = Gc.fullCount();
        SecondHeap.move(1);
        Thread.sleep(200);
        Check.equal(Gc.fullCount(), before, "full collections below the trigger");
        H2.notIn(small, "root below the trigger");
        Object large = new byte[16 << 20];
        SecondHeap.tagRoot(large, 2);
        SecondHeap.move(2);
        for (int i = 0; i < 200 && !SecondHeap.contains(large); i++) {
            Thread.sleep(50);
        }
        H2.in(large, "root above the trigger");
        H2.in(small, "root that was allowed before");
        for (int i = 0; i < 5; i++) {
            aHintRightAfterAMoveIsFollowed(10 + 2 * i);
        }
    }

    // It comes too soon after the pause for a collection of its own, and no later hint repeats it.
    private static void aHintRightAfterAMoveIsFollowed(long label) throws InterruptedException {
        Object[] both = {new byte[16 << 20], new byte[16 << 20]};
        for (int i = 0; i < both.length; i++) {
            SecondHeap.tagRoot(both[i], label + i);
            SecondHeap.move(label + i);
        }
        for (int i = 0; i < 600 && !(SecondHeap.contains(both[0]) && SecondHeap.contains(both[1])); i++) {
            Thread.sleep(50);
        }
        H2.in(both[0], "first root");
        H2.in(both[1], "root tagged right after a move");
    }
}

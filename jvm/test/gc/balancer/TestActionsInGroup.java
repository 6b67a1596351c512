// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
/*
 * @test
 * @key root
 * @summary Each action of the policy default shows in the figures of a real control group
 * @library /lib /hints
 * @build Job
 * @run main/timeout=240 TestActionsInGroup grow
 * @run main/timeout=240 TestActionsInGroup shrink
 * @run main/timeout=240 TestActionsInGroup raise
 * @run main/timeout=240 TestActionsInGroup move
 */
import h2test.BalancerLog;
import h2test.Check;
import h2test.ControlGroup;
import h2test.Live;
import h2test.Vm;
import java.io.IOException;
import java.util.concurrent.Callable;

public class TestActionsInGroup {
    private static final long MB = 1 << 20;
    // A smaller step does not stand out from what else the JVM takes.
    private static final long VISIBLE = 32 * MB;

    private interface Action {
        void test(ControlGroup group, Live live) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "grow" -> in(640 * MB, TestActionsInGroup::grow, "-Xmx560m", "Job");
            case "shrink" -> in(512 * MB, TestActionsInGroup::shrink, "-Xmx384m", "-XX:SecondHeapSize=1g", "Job");
            case "raise" -> in(300 * MB, TestActionsInGroup::raise, "-Xmx560m", "Job");
            case "move" -> in(640 * MB, TestActionsInGroup::move, "-Xms256m", "-Xmx256m", "Job");
            default -> throw new AssertionError("no action " + args[0]);
        }
    }

    private static void in(long limit, Action action, String... options) throws Exception {
        try (ControlGroup group = ControlGroup.make("spillway-actions", limit); Live live = Vm.startIn(group, Vm.balancer(options))) {
            live.await("READY");
            action.test(group, live);
            Check.equal(group.kills(), 0L, "processes the kernel killed");
        }
    }

    private static void grow(ControlGroup group, Live live) throws Exception {
        does(live, "hold 240", "full");
        long limit = BalancerLog.field(live.await("sample now="), "limit"), before = group.anonymous();
        // Garbage fills H1 up to its limit again and again: only a larger one lets it take more. As a storm it would grow at once.
        String sample;
        do {
            does(live, "wear 1000 8");
            sample = live.await("sample now=");
            before = BalancerLog.field(sample, "limit") > limit ? before : Math.max(before, group.anonymous());
        } while (BalancerLog.field(sample, "limit") < limit + VISIBLE);
        long most = before, grown = BalancerLog.field(sample, "limit") - limit;
        live.send("wear 150000 8");
        until(group, live, "anonymous memory rises with the limit, " + sample, () -> group.anonymous() > Math.max(most, limit) + grown / 2);
    }

    private static void shrink(ControlGroup group, Live live) throws Exception {
        // More than the page cache can have beside H1, which is touched up to its limit then, and not needed any more.
        for (int i = 0; i < 5; i++) {
            does(live, "hold 80", "tag 80", "move");
        }
        does(live, "hold 150", "storm 5000", "hold 8", "full");
        live.send("read 150000");
        // Nothing is taken from H1 as long as a 16th of the group is free.
        until(group, live, "page cache takes what H1 leaves", () -> group.anonymous() + group.pageCache() > 460 * MB);
        long anonymous = group.anonymous(), cache = group.pageCache();
        String line = live.await("] shrink: balance");
        long held = BalancerLog.held(line);
        while (BalancerLog.limitAfter(line) > held - VISIBLE) {
            line = live.await("] shrink: balance");
        }
        long given = held - BalancerLog.limitAfter(line);
        until(group, live, "anonymous memory falls with the limit, " + line, () -> group.anonymous() < anonymous - given / 2);
        until(group, live, "page cache takes what H1 gave, " + line, () -> group.pageCache() > cache + given / 2);
    }

    private static void raise(ControlGroup group, Live live) throws Exception {
        does(live, "hold 120", "full", "storm 1000");
        String small = live.await("sample now=");
        Check.that(BalancerLog.field(small, "ceiling") < 300 * MB, "H1 has to fit in the group: " + small);
        live.send("storm 150000");
        group.limit(640 * MB);
        live.await("has 640M of memory now, had 300M");
        String large = live.await("sample now=");
        Check.that(BalancerLog.field(large, "ceiling") > 400 * MB, "the ceiling follows at once: " + large);
        String line = live.await("] grow: ");
        until(group, live, "anonymous memory rises above the old limit, " + line, () -> group.anonymous() > 300 * MB);
        Check.that(BalancerLog.field(live.await("sample now="), "limit") > BalancerLog.field(small, "ceiling"), "H1 may have more than before");
    }

    private static void move(ControlGroup group, Live live) throws Exception {
        does(live, "hold 130", "full");
        long anonymous = group.anonymous(), cache = group.pageCache();
        print(group, "waiting to move");
        // Not one after the other: on a slow machine the balancer decides as soon as something can be moved.
        live.send("tag 110").send("press").await("] move: move");
        live.send("moved");
        Check.equal(live.await("MOVED"), "MOVED 110 MB", "in H2");
        live.await("DONE");
        print(group, "moved");
        Check.that(group.anonymous() < anonymous - 55 * MB, "anonymous memory fell");
        Check.that(group.pageCache() > cache + 55 * MB, "page cache took what moved");
    }

    private static void does(Live live, String... commands) {
        for (String command : commands) {
            live.send(command).await("DONE");
        }
    }

    // Reading on keeps the JVM from waiting for its output; the watchdog of Live ends a wait that is too long.
    private static void until(ControlGroup group, Live live, String what, Callable<Boolean> condition) throws Exception {
        print(group, "waits until " + what);
        while (!condition.call()) {
            live.await("sample now=");
        }
        print(group, "has come");
    }

    private static void print(ControlGroup group, String when) throws IOException {
        System.out.println(when + ": anonymous memory " + group.anonymous() / MB + " MB, page cache " + group.pageCache() / MB + " MB");
    }
}

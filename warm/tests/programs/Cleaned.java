// SPDX-License-Identifier: Apache-2.0
import java.lang.ref.Cleaner;

/** Names the threads of two cleaners of its own. */
public class Cleaned {
    public static void main(String[] args) {
        Cleaner first = Cleaner.create(), second = Cleaner.create();
        Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.startsWith("Cleaner-")).sorted().forEach(System.out::println);
        java.lang.ref.Reference.reachabilityFence(first);
        java.lang.ref.Reference.reachabilityFence(second);
    }
}

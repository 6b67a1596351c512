// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

/** An element of the graphs that tests build: a value, a link and anything else. */
public final class Node {
    public long value;
    public Node next;
    public volatile Object any;

    public Node(long value, Node next, Object any) {
        this.value = value;
        this.next = next;
        this.any = any;
    }
}

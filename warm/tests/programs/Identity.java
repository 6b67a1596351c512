// SPDX-License-Identifier: Apache-2.0
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** What comes in the order of identity: a new VM gives main's objects the same hash codes each time. */
public class Identity {
    private final int number;

    private Identity(int number) {
        this.number = number;
    }

    public static void main(String[] args) {
        Set<Object> set = new HashSet<>();
        Map<Object, Integer> map = new IdentityHashMap<>();
        for (int i = 0; i < 10; i++) {
            set.add(new Identity(i));
            map.put(new Object(), i);
        }
        System.out.println(set + " " + map.values());
    }

    @Override
    public String toString() {
        return Integer.toString(number);
    }
}

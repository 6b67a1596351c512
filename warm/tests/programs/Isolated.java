// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Statics of all shapes and places, and what they lead to; each program shows them, changes them and shows them again. */
public class Isolated {
    /** Of an interface: they look like constants. */
    interface Constants {
        int[] NUMBERS = {1, 2};
        Object[][] NESTED = {{"a", 1}, {new int[] {5}}};
        Map<String, Integer> COUNTS = new HashMap<>();
        AtomicInteger CALLS = new AtomicInteger(3);
    }

    static class Base {
        static int made;
        static Base last;
        final int number = ++made;

        Base() {
            last = this;
        }
    }

    static class Derived extends Base {
        static int made = 100;

        static int both() {
            return made + Base.made;
        }
    }

    record Held(int value) {
        static final List<Held> ALL = new ArrayList<>();

        Held {
            ALL.add(null);
        }
    }

    static class Generic<T> {
        static final Deque<Object> SHARED = new ArrayDeque<>();

        class Inner {
            static int used;
        }
    }

    public static class Contents {
        static final byte BYTE = 1;
        static final long LONG = 1L << 40;
        static final double DOUBLE = 0.1;
        static final String TEXT = "constant";
        static final StringBuilder BUILDER = new StringBuilder("b");
        static final char[] CHARS = TEXT.toCharArray();
        static final BitSet BITS = new BitSet();
        static final Map<String, LongAdder> ADDERS = new ConcurrentHashMap<>();
        static final List<String> SYNCHRONIZED = Collections.synchronizedList(new ArrayList<>(List.of("first")));
        static final Random SEEDED = new Random(42);
        static byte small = BYTE;
        static short unset;
        static long large = LONG;
        static float real = 1.5f;
        static boolean flag;
        static char letter = 'x';
        static Object self;
        static volatile int counted = 9;

        public static void main(String[] args) {
            show();
            change();
            show();
        }

        static void change() {
            for (int i = 0; i < 20_000; i++) {
                Constants.NUMBERS[i & 1] += i & 3;
                Constants.COUNTS.merge("k" + i % 3, 1, Integer::sum);
                ADDERS.computeIfAbsent("a", k -> new LongAdder()).increment();
                Derived.made++;
                counted++;
                Generic.Inner.used++;
            }
            ((int[]) Constants.NESTED[1][0])[0]--;
            Constants.NESTED[0] = new Object[] {"changed"};
            Constants.CALLS.addAndGet(4);
            new Derived();
            new Held(5);
            Generic.SHARED.push("x");
            class Local {
                static int count = 7;
            }
            Local.count += small;
            BUILDER.append(Local.count);
            CHARS[0] = 'C';
            BITS.set(3, 9);
            SYNCHRONIZED.add("second");
            small++;
            unset--;
            large *= 3;
            real /= 2;
            flag = !flag;
            letter++;
            self = new Object[] {self};
        }

        static void show() {
            System.out.println(Constants.NUMBERS[0] + " " + Constants.NUMBERS[1] + " " + Constants.NESTED[0].length + " " + ((int[]) Constants.NESTED[1][0])[0] + " "
                    + new TreeMap<>(Constants.COUNTS) + " " + Constants.CALLS);
            System.out.println(Derived.both() + " " + (Base.last == null) + " " + Held.ALL + " " + Generic.SHARED + " " + Generic.Inner.used);
            System.out.println(BUILDER + " " + new String(CHARS) + " " + BITS + " " + ADDERS + " " + SYNCHRONIZED + " " + SEEDED.nextInt(1000));
            System.out.println(small + " " + unset + " " + large + " " + real + " " + flag + " " + letter + " "
                    + (self == null) + " " + counted + " " + LONG + DOUBLE + TEXT);
        }
    }

    enum Plan {
        FREE {
            @Override
            int price() {
                return base;
            }
        },
        PAID {
            @Override
            int price() {
                return base * 2;
            }
        };

        private static final Map<String, Plan> BY_NAME = new HashMap<>();

        static {
            for (Plan plan : values()) {
                BY_NAME.put(plan.name().toLowerCase(java.util.Locale.ROOT), plan);
            }
        }

        int base = 10;

        abstract int price();
    }

    public static class Plans {
        public static void main(String[] args) throws Exception {
            long sum = 0;
            for (int i = 0; i < 30_000; i++) {
                Plan plan = Plan.values()[i & 1];
                plan.base += i & 1;
                sum += plan.price() + switch (plan) {
                    case FREE -> 1;
                    case PAID -> 2;
                };
            }
            Plan.values()[0] = null;
            System.out.println(sum + " " + EnumSet.allOf(Plan.class) + " " + EnumSet.complementOf(EnumSet.of(Plan.FREE)) + " " + Plan.BY_NAME.get("paid"));
            Map<Plan, Integer> map = new EnumMap<>(Plan.class);
            map.put(Plan.PAID, Plan.PAID.base);
            System.out.println(map + " " + Plan.FREE.getClass().getSimpleName() + " " + Plan.PAID.getDeclaringClass() + " " + Plan.valueOf("FREE").compareTo(Plan.PAID));
            System.out.println(EnumSet.allOf(Character.UnicodeScript.class).contains(Character.UnicodeScript.LATIN));
            try {
                Plan.valueOf("NONE");
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(Plan.PAID);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                System.out.println(in.readObject() == Plan.PAID);
            }
        }
    }
}

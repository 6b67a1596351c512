// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A long job: equal batches of parsing, counting, sorting and numbers, as many as its argument says. Code goes through statics, enums, lambdas and handles
 * of its own, which a warm server may not take for constants beyond a run. Prints what it computed and the time of the second half of its batches, when all
 * is compiled.
 */
public class LongJob {
    private enum Kind { SALE, RETURN, TRANSFER, CORRECTION }

    private record Event(Kind kind, int shop, String item, double amount) {}

    /** Statics that are computed, so that the compiler cannot fold them before the class is initialised. */
    private static final class Prices {
        static final double[] OF_SHOP = IntStream.range(0, 64).mapToDouble(shop -> 1 + Math.sin(shop)).toArray();
        static final Map<Kind, Double> OF_KIND = new TreeMap<>(Map.of(Kind.SALE, 1.0, Kind.RETURN, -1.0, Kind.TRANSFER, 0.25, Kind.CORRECTION, -0.5));
        private static final VarHandle ASKED;
        private static final MethodHandle OF_SHOP_AT = MethodHandles.arrayElementGetter(double[].class);
        static int asked;

        static {
            try {
                ASKED = MethodHandles.lookup().findStaticVarHandle(Prices.class, "asked", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        static double of(Event event) {
            ASKED.setOpaque((int) ASKED.getOpaque() + 1);
            return event.amount() * ofShop(event.shop()) * OF_KIND.get(event.kind());
        }

        static double ofShop(int shop) {
            try {
                return (double) OF_SHOP_AT.invokeExact(OF_SHOP, shop);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final Kind[] KINDS = Kind.values();
    private static final int EVENTS = 60_000;

    public static void main(String[] args) {
        int batches = Integer.parseInt(args[0]);
        String[] lines = lines();
        double sum = 0;
        long halfTime = 0;
        for (int batch = 0; batch < batches; batch++) {
            if (batch == batches / 2) {
                halfTime = System.nanoTime();
            }
            sum += batch(lines, batch);
        }
        long end = System.nanoTime();
        System.out.println(batches + " batches: " + sum + " of " + Prices.asked);
        System.out.println("second half took " + (end - halfTime));
    }

    private static String[] lines() {
        String[] lines = new String[EVENTS];
        long state = 42;
        for (int at = 0; at < lines.length; at++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            int bits = (int) (state >>> 33);
            lines[at] = KINDS[bits & 3] + "," + (bits >>> 2 & 63) + ",item " + (bits >>> 8) % 5_000 + "," + bits % 10_000 / 100.0;
        }
        return lines;
    }

    private static double batch(String[] lines, int batch) {
        List<Event> events = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.split(",");
            events.add(new Event(Kind.valueOf(fields[0]), Integer.parseInt(fields[1]), fields[2], Double.parseDouble(fields[3])));
        }
        Map<String, Double> totals = new HashMap<>();
        events.forEach(event -> totals.merge(event.item(), Prices.of(event), Double::sum));
        Map<Kind, Long> counted = counted(events);
        List<Map.Entry<String, Double>> order = new ArrayList<>(totals.entrySet());
        order.sort(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
        return order.get(batch % order.size()).getValue() + counted.size() + numbers(batch);
    }

    private static Map<Kind, Long> counted(List<Event> events) {
        return events.stream().filter(event -> event.amount() > 20).collect(Collectors.groupingBy(Event::kind, TreeMap::new, Collectors.counting()));
    }

    private static double numbers(int batch) {
        double[] values = new double[300_000];
        Arrays.setAll(values, at -> Prices.ofShop(at & 63) * (at ^ batch));
        Arrays.sort(values);
        return values[values.length / 2];
    }
}

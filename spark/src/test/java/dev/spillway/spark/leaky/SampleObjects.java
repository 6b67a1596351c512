// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.NotNull;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.TaggedFieldSerializer;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.storage.BroadcastBlockId;
import org.apache.spark.storage.ShuffleBlockId;
import scala.Option;
import scala.Tuple2;

/** Objects whose ends their fields tell, and some whose ends they do not. */
final class SampleObjects {
    /** The usual kind. */
    public static class Visit {
        protected String page = "a page";
        protected int seconds = -7;
        protected double revenue = 1.25;
    }

    /** A subclass with a field of the same name. */
    public static final class PaidVisit extends Visit {
        private Long page = 1L << 40;
        private final Integer paid = 3;
        private transient String note = "not written";
    }

    /** Fields of classes that have subclasses. */
    public static final class Pair {
        private Visit first = new Visit();
        private Visit second = new PaidVisit();
        private Object third = first;
        private Option<String> fourth = Option.apply("größer");
        private Option<String> fifth = Option.empty();
    }

    /** A list as long as one likes, or a circle. */
    public static final class Node {
        private Node next;
        private PaidVisit visit;
        private int number;

        static Node list(int length) {
            Node node = null;
            for (int i = 0; i < length; i++) {
                Node head = new Node();
                head.next = node;
                head.number = i;
                node = head;
            }
            return node;
        }
    }

    /** A type variable may stand for a final class in one place and another in the next. */
    public static final class Generic<T> {
        private T value;

        Generic(T value) {
            this.value = value;
        }
    }

    /** Its superclass is generic. */
    public static final class OfGeneric extends HasValue<String> {
        private int number = 1;
    }

    /** A superclass with a type variable. */
    public static class HasValue<T> {
        protected T value;
    }

    /** A list. */
    public static final class WithList {
        private List<String> list = new ArrayList<>(List.of("a", "größer"));
        private Map<Object, Visit> map = new LinkedHashMap<>(Map.of(1, new PaidVisit()));
    }

    /** Fields of other classes than strings and numbers. */
    public static final class WithDecimal {
        private BigDecimal decimal = new BigDecimal("12.5");
        private Date date = new Date(0);
        private Object none;
    }

    /** Chill writes these in a way of its own. */
    public static final class WithTime {
        private Timestamp time = new Timestamp(0);
    }

    /** Kryo writes these in a way that is not looked at. */
    public static final class WithShorts {
        private short[] shorts = {1, 2};
    }

    /** Strings in an array. */
    public static final class WithStrings {
        private String[] strings = {"a", null};
    }

    /** A serializer for one field. */
    public static final class Bound {
        @FieldSerializer.Bind(DefaultSerializers.IntSerializer.class)
        private Integer number = 1;
    }

    /** Without a mark for null. */
    public static final class NeverNull {
        @NotNull
        private Integer number = 5;
    }

    /** Fields with numbers. */
    @DefaultSerializer(TaggedFieldSerializer.class)
    public static final class Tagged {
        @TaggedFieldSerializer.Tag(1)
        private String text = "tagged";
    }

    /** Fields in chunks, with their names. */
    @DefaultSerializer(CompatibleFieldSerializer.class)
    public static final class Compatible {
        private String text = "compatible";
    }

    /** Writes itself. */
    public static final class Own implements KryoSerializable {
        private String text = "own";

        @Override
        public void write(Kryo kryo, Output output) {
            output.writeString(text);
        }

        @Override
        public void read(Kryo kryo, Input input) {
            text = input.readString();
        }
    }

    private SampleObjects() {}

    /** Those that need no length, Scala's case classes among them; they can be registered or not. */
    static List<Object> plain() {
        Node filled = Node.list(3);
        filled.visit = new PaidVisit();
        Visit empty = new Visit();
        empty.page = null;
        return List.of(new Visit(), empty, new PaidVisit(), new Pair(), new WithList(), new WithDecimal(), new WithTime(), new WithStrings(), Node.list(50), filled, new Tuple2<>(new Visit(), new Visit()),
                new Tuple2<>(Option.apply(new PaidVisit()), 1), new ShuffleBlockId(1, 1L << 50, 3), new BroadcastBlockId(7, "field"));
    }

    /** Those that need none either, where Kryo does not look for what stands for their type variables. */
    static List<Object> generic() {
        return List.of(new Generic<>("text"), new Generic<>(1), new Generic<>(null), new OfGeneric(), new Generic<>(new Generic<>(2.5)));
    }

    /** Those that need one. */
    static List<Object> doubtful() {
        return List.of(new WithShorts(), new Bound(), new NeverNull(),
                new Tagged(), new Compatible(), new Own(), Node.list(300), new Tuple2<>(new Visit(), new Own()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoRegistrator;
import org.apache.spark.serializer.KryoSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;
import scala.collection.Iterator;

/** Objects that Kryo writes field by field: where they end is found as Kryo finds it, without their length if their classes allow. */
class ObjectValuesTest {
    private static final int VALUES = 1500;
    private static final long SEED = Long.getLong("spillway.seed", 5);

    private static List<Class<?>> classes;

    /** Registers every class that is not a library's. */
    public static final class All implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            classes.forEach(kryo::register);
            SampleObjects.plain().stream().map(Object::getClass).filter(type -> type.getName().startsWith("dev.")).forEach(kryo::register);
        }
    }

    /** Registers some classes with numbers that take one byte, two, and some with numbers that are not looked for. */
    public static final class Some implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            for (int i = 0; i < classes.size(); i += 2) {
                kryo.register(classes.get(i), 300 + i * 300);
            }
            kryo.register(SampleObjects.Visit.class);
        }
    }

    /** Kryo's fields as bytecode. */
    public static final class Bytecode implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            kryo.setAsmEnabled(true);
            kryo.getFieldSerializerConfig().setUseAsm(true);
        }
    }

    /** Types found from type variables, and more fields than Java's serializer writes. */
    public static final class Generics implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            kryo.getFieldSerializerConfig().setOptimizedGenerics(true);
            kryo.getFieldSerializerConfig().setSerializeTransient(true);
        }
    }

    /** One serializer that finds its types from type variables, and one that writes transient fields. */
    public static final class GenericInPart implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            for (Class<?> type : new Class<?>[] {SampleObjects.Generic.class, SampleObjects.OfGeneric.class, SampleObjects.PaidVisit.class}) {
                FieldSerializer<?> serializer = new FieldSerializer<>(kryo, type);
                serializer.setOptimizedGenerics(true);
                serializer.setSerializeTransient(true);
                kryo.register(type, serializer);
            }
        }
    }

    /** No class before the values of fields, and no mark for null. */
    public static final class Fixed implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            FieldSerializer<SampleObjects.Visit> visits = new FieldSerializer<>(kryo, SampleObjects.Visit.class);
            visits.setFieldsCanBeNull(false);
            visits.removeField("seconds");
            kryo.register(SampleObjects.Visit.class, visits);
            FieldSerializer<SampleObjects.PaidVisit> paid = new FieldSerializer<>(kryo, SampleObjects.PaidVisit.class);
            paid.setFixedFieldTypes(true);
            kryo.register(SampleObjects.PaidVisit.class, paid);
            FieldSerializer<SampleObjects.Pair> pairs = new FieldSerializer<>(kryo, SampleObjects.Pair.class);
            pairs.getField("first").setClass(SampleObjects.Visit.class, visits);
            kryo.register(SampleObjects.Pair.class, pairs);
        }
    }

    /** A field whose class the program tells Kryo. */
    static final class Told {
        private SampleObjects.Visit visit;
    }

    /** No class before the values of one field. */
    public static final class OneTold implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            FieldSerializer<Told> serializer = new FieldSerializer<>(kryo, Told.class);
            serializer.getField("visit").setClass(SampleObjects.Visit.class);
            kryo.register(Told.class, serializer);
        }
    }

    @BeforeAll
    static void compile(@TempDir Path directory) {
        classes = RandomClasses.compile(directory, SEED);
    }

    private static KryoSerializer kryo(boolean unsafe, boolean references, String registrator) {
        SparkConf conf = new SparkConf(false).set("spark.kryo.unsafe", Boolean.toString(unsafe))
                .set("spark.kryo.referenceTracking", Boolean.toString(references));
        if (registrator != null) {
            conf.set("spark.kryo.registrator", "dev.spillway.spark.leaky.ObjectValuesTest$" + registrator);
        }
        KryoSerializer kryo = new KryoSerializer(conf);
        kryo.setDefaultClassLoader(classes.get(0).getClassLoader());
        return kryo;
    }

    private static void assertNoLengths(Object value, boolean unsafe, boolean references, String registrator) {
        // Those of one class after the other, as they come in a shuffle.
        List<Object> values = Collections.nCopies(3, value);
        KryoSerializer kryo = kryo(unsafe, references, registrator);
        assertArrayEquals(WireFormats.write(kryo, values), WireFormats.write(new LengthPrefixSerializer(kryo), values), value.getClass().getName());
        WireFormats.assertRead(kryo(unsafe, references, registrator), values, new LengthPrefixSerializer(kryo), true);
    }

    private static List<Object> objects(long seed, boolean shared) {
        RandomObjects objects = new RandomObjects(new Random(SEED * 31 + seed), classes, shared);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < VALUES; i++) {
            values.add(objects.next());
        }
        return values;
    }

    private static boolean[] plain(KryoSerializer serializer, Kryo kryo, PlainValues plain, List<Object> values) {
        KryoFormat format = KryoFormat.of(serializer);
        Input scratch = format.ofBuffer();
        boolean[] answers = new boolean[values.size()];
        for (int i = 0; i < answers.length; i++) {
            byte[] bytes = WireFormats.bytes(kryo, format, values.get(i));
            answers[i] = plain.isPlain(kryo, bytes, bytes.length, scratch);
        }
        return answers;
    }

    private static int count(boolean[] answers) {
        int count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }

    @ParameterizedTest
    @CsvSource({
        "true,true,", "true,false,", "false,true,", "false,false,", "true,true,All", "true,false,All", "false,true,All", "false,false,All",
        "true,true,Some", "false,false,Some", "true,true,GenericInPart"})
    void randomObjectsOfRandomClassesEndWhereKryoEndsThem(boolean unsafe, boolean references, String registrator) {
        List<Object> values = objects(unsafe ? 3 : 4, references);
        KryoSerializer reduceSide = kryo(unsafe, references, registrator);
        WireFormats.assertRead(reduceSide, values, new LengthPrefixSerializer(kryo(unsafe, references, registrator)), true);
        WireFormats.assertRead(reduceSide, values, kryo(unsafe, references, registrator), false);
        Kryo kryo = reduceSide.newKryo();
        int plain = count(plain(reduceSide, kryo, PlainValues.of(kryo), values));
        assertTrue(plain > VALUES / 10 && plain < VALUES, "some need a length and some do not: " + plain + ", seed " + SEED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noAnswerDependsOnWhatWasMetBefore(boolean references) {
        List<Object> values = objects(9, references);
        KryoSerializer serializer = kryo(false, references, "Some");
        Kryo met = serializer.newKryo();
        PlainValues metValues = PlainValues.of(met);
        List<Object> others = objects(10, references);
        Collections.shuffle(others, new Random(1));
        plain(serializer, met, metValues, others);
        boolean[] answers = plain(serializer, met, metValues, values);
        boolean[] again = plain(serializer, met, metValues, values);
        assertArrayEquals(answers, again);
        Kryo later = serializer.newKryo();
        plain(serializer, later, PlainValues.of(later), others);
        assertArrayEquals(answers, plain(serializer, later, PlainValues.of(later), values));
        for (int i = 0; i < VALUES; i += 50) {
            Kryo fresh = serializer.newKryo();
            assertEquals(answers[i], plain(serializer, fresh, PlainValues.of(fresh), values.subList(i, i + 1))[0]);
        }
    }

    /** Kryo notes in such a field what it writes there, and a task may read with a Kryo that has read such objects before. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noAnswerDependsOnWhatKryoHasNotedInAField(boolean references) {
        KryoSerializer serializer = kryo(true, references, "OneTold");
        List<Object> values = List.of(new Told());
        Kryo fresh = serializer.newKryo();
        Kryo used = serializer.newKryo();
        WireFormats.bytes(used, KryoFormat.of(serializer), values.get(0));
        assertArrayEquals(plain(serializer, fresh, PlainValues.of(fresh), values), plain(serializer, used, PlainValues.of(used), values));
    }

    @ParameterizedTest
    @CsvSource({"true,true,", "true,false,", "false,true,", "false,false,", "true,true,All", "false,false,All", "true,false,Bytecode", "false,true,Bytecode"})
    void objectsOfPlainFieldsTakeNoByteMoreThanStocks(boolean unsafe, boolean references, String registrator) {
        SampleObjects.plain().forEach(value -> assertNoLengths(value, unsafe, references, registrator));
        SampleObjects.generic().forEach(value -> assertNoLengths(value, unsafe, references, registrator));
    }

    @ParameterizedTest
    @CsvSource({"true,true,", "true,false,", "false,true,", "false,false,", "false,true,Generics"})
    void doubtfulClassesKeepTheirLengths(boolean unsafe, boolean references, String registrator) {
        for (Object value : SampleObjects.doubtful()) {
            List<Object> values = Arrays.asList(value, null, value);
            KryoSerializer kryo = kryo(unsafe, references, registrator);
            int added = WireFormats.write(new LengthPrefixSerializer(kryo), values).length - WireFormats.write(kryo, values).length;
            assertTrue(added >= 2, value.getClass().getName() + ": " + added);
            WireFormats.assertRead(kryo(unsafe, references, registrator), values, new LengthPrefixSerializer(kryo), true);
        }
    }

    @ParameterizedTest
    @CsvSource({"true,true,Fixed", "true,false,Fixed", "false,true,Fixed", "false,false,Fixed", "true,true,Generics", "false,false,Generics",
        "true,true,GenericInPart", "true,false,GenericInPart", "false,true,GenericInPart", "false,false,GenericInPart"})
    void serializersThatAProgramHasSetUpOtherwiseAreReadRight(boolean unsafe, boolean references, String registrator) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            values.addAll(SampleObjects.generic());
            values.addAll(List.of(new SampleObjects.Visit(), new SampleObjects.PaidVisit(), new SampleObjects.Pair()));
        }
        KryoSerializer kryo = kryo(unsafe, references, registrator);
        WireFormats.assertRead(kryo(unsafe, references, registrator), values, new LengthPrefixSerializer(kryo), true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void registeredClassesNeedNoLengthWhereAllMustBeRegistered(boolean references) {
        SparkConf conf = new SparkConf(false).set("spark.kryo.registrationRequired", "true")
                .set("spark.kryo.referenceTracking", Boolean.toString(references))
                .set("spark.kryo.classesToRegister", SampleObjects.Visit.class.getName());
        KryoSerializer kryo = new KryoSerializer(conf);
        List<Object> values = List.of(new SampleObjects.Visit(), new Tuple2<>(1, new SampleObjects.Visit()));
        assertArrayEquals(WireFormats.write(kryo, values), WireFormats.write(new LengthPrefixSerializer(kryo), values));
        WireFormats.assertRead(kryo, values, new LengthPrefixSerializer(kryo), true);
    }

    /** As are met where a program's serializer writes otherwise than is expected of it. */
    @ParameterizedTest
    @ValueSource(bytes = {7, 31})
    void bytesThatTellOfAnEndlessNameAreNoPlainValue(byte last) {
        byte[] value = {1, 0, -1, -1, -1, -1, last, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        Kryo kryo = kryo(false, true, null).newKryo();
        assertFalse(PlainValues.of(kryo).isPlain(kryo, value, value.length, new Input()));
    }

    @Test
    void aClassThatTheReduceSideCannotLoadIsAnErrorAndNoWrongEnd() {
        KryoSerializer mapSide = kryo(true, true, null);
        List<Object> values = objects(8, true);
        Kryo kryo = mapSide.newKryo();
        boolean[] plain = plain(mapSide, kryo, PlainValues.of(kryo), values);
        Object value = IntStream.range(0, VALUES).filter(i -> plain[i]).mapToObj(values::get).findFirst().orElseThrow();
        byte[] stream = WireFormats.write(new LengthPrefixSerializer(mapSide), List.of(value));
        KryoSerializer reduceSide = new KryoSerializer(new SparkConf(false));
        Iterator<?> raw = new RawSerializer(reduceSide, true).newInstance().deserializeStream(new ByteArrayInputStream(stream)).asKeyValueIterator();
        assertThrows(IllegalStateException.class, raw::next);
    }

    @Test
    void manyRegisteredClassesLeaveLengthsOfOneByte() {
        Kryo kryo = kryo(true, true, "All").newKryo();
        PlainValues plain = PlainValues.of(kryo);
        int length = 0;
        while (plain.numberOf(length) < 128) {
            length++;
        }
        assertTrue(length > 40, "lengths of one byte: " + length);
    }
}

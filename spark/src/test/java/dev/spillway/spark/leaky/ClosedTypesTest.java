// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoRegistrator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Some;
import scala.Tuple1;
import scala.Tuple2;
import scala.Tuple3;

class ClosedTypesTest {
    private static final Kryo KRYO = ReencodingSerializer.kryo(new SparkConf(false)
            .set("spark.kryo.registrationRequired", "true").set("spark.kryo.classesToRegister", "of.no.Jar")
            .set("spark.kryo.registrator", WithoutReset.class.getName())).newKryo();

    static Stream<Object> listed() {
        return Stream.of("text", "", 1, 2L, 3.0, 4f, (short) 5, (byte) 6, 'c', true, new Tuple1<>("one"), new Tuple2<>(1, "two"), new Tuple2<>(1, 2),
                new scala.Tuple2$mcID$sp(1, 2.0), new Tuple3<>(null, new Tuple2<>("deep", 1L), 2));
    }

    static Stream<Object> arrays() {
        return Stream.of(new int[] {1}, new long[] {2}, new double[] {3}, new float[] {4}, new short[] {5}, new byte[] {6}, new char[] {'c'},
                new boolean[] {true}, Arguments.of((Object) new String[] {"s", null}));
    }

    static Stream<Object> others() {
        return Stream.of(new BigDecimal(1), List.of(1), Arguments.of((Object) new Integer[] {1}), new Some<>(1), new Tuple2<>(1, new BigDecimal(2)), new int[][] {{1}},
                new Tuple2<>("deep", new Tuple2<>(1, List.of())));
    }

    @ParameterizedTest
    @MethodSource("listed")
    void kryoMakesAnEqualCopyOfWhatIsListedWithoutRegistration(Object value) {
        assertTrue(ClosedTypes.contains(value));
        assertEquals(value, copy(value));
        assertEquals(value.getClass(), copy(value).getClass());
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void soItDoesOfArrays(Object array) {
        assertTrue(ClosedTypes.contains(array));
        assertTrue(java.util.Arrays.deepEquals(new Object[] {array}, new Object[] {copy(array)}));
    }

    @ParameterizedTest
    @MethodSource("others")
    void anythingElseIsNotListed(Object value) {
        assertFalse(ClosedTypes.contains(value));
    }

    @ParameterizedTest
    @CsvSource({"java.lang.Object, true", "int, true", "java.lang.String, true", "[D, true", "scala.Tuple2, true", "java.math.BigDecimal, false",
        "[Ljava.lang.Object;, false", "scala.Some, false"})
    void aStatedTypeTellsWhetherToTry(String name, boolean tries) {
        assertEquals(tries, ClosedTypes.mayHave(name));
    }

    @Test
    void whatTheProgramTellsKryoIsNotInIt() {
        Output output = new Output(512, -1);
        String twice = "the same object";
        KRYO.writeClassAndObject(output, twice);
        int first = output.position();
        KRYO.writeClassAndObject(output, twice);
        assertEquals(2 * first, output.position(), "the second one refers to the first");
    }

    /** Lets values refer to earlier ones. */
    public static final class WithoutReset implements KryoRegistrator {
        @Override
        public void registerClasses(Kryo kryo) {
            kryo.setAutoReset(false);
        }
    }

    private static Object copy(Object value) {
        Output output = new Output(512, -1);
        KRYO.writeClassAndObject(output, value);
        return KRYO.readClassAndObject(new Input(output.getBuffer(), 0, output.position()));
    }
}

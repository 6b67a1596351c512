// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.apache.spark.io.CompressionCodec;
import org.apache.spark.io.LZ4CompressionCodec;
import org.apache.spark.io.ZStdCompressionCodec;
import org.apache.spark.serializer.KryoSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;

/** Bytes are the same on any machine and under any load, so the goal of 2% can be a test. Leaves a table in target. */
class WireFormatSizesTest {
    private static final double MOST_ADDED = 0.02;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void prefixesCostNothingWherePlainValuesAreAndLittleElsewhere(boolean unsafe) throws IOException {
        SparkConf conf = new SparkConf(false).set("spark.kryo.unsafe", Boolean.toString(unsafe))
                .set("spark.kryo.classesToRegister", WireFormatSizes.Registered.class.getName());
        KryoSerializer kryo = new KryoSerializer(conf);
        CompressionCodec[] codecs = {new LZ4CompressionCodec(conf), new ZStdCompressionCodec(conf)};
        StringBuilder table = new StringBuilder("| spark.kryo.unsafe=" + unsafe + " | LZ4 | added | ZSTD | added |\n|---|---|---|---|---|\n");
        for (Map.Entry<String, Function<Random, Tuple2<Object, Object>>> kind : WireFormatSizes.distributions().entrySet()) {
            byte[] stock = WireFormatSizes.output(kryo, kind.getValue());
            byte[] prefixed = WireFormatSizes.output(new LengthPrefixSerializer(kryo), kind.getValue());
            // Values whose ends only Kryo finds may miss it.
            double most = WireFormatSizes.DOUBTFUL.getOrDefault(kind.getKey(), MOST_ADDED);
            if (!WireFormatSizes.DOUBTFUL.containsKey(kind.getKey())) {
                assertArrayEquals(stock, prefixed, kind.getKey());
            }
            table.append("| ").append(kind.getKey());
            for (CompressionCodec codec : codecs) {
                double bytes = WireFormatSizes.compressed(stock, codec);
                double added = WireFormatSizes.compressed(prefixed, codec) / bytes - 1;
                assertTrue(added <= most, kind.getKey() + " " + codec + " " + added);
                table.append(String.format(Locale.ROOT, " | %.1f | %.1f%%", bytes / WireFormatSizes.RECORDS, 100 * added));
            }
            table.append(" |\n");
        }
        Files.writeString(Path.of("target", "wire-format-sizes-" + (unsafe ? "unsafe" : "safe") + ".md"), table);
    }
}

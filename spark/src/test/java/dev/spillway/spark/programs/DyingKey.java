// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A key that one executor does not survive: whoever reads the fatal one first is killed. */
final class DyingKey implements KryoSerializable {
    private int number;
    private String marker;

    /**
     * Makes a key.
     *
     * @param marker file that tells that somebody was killed; null for a key that kills nobody
     */
    DyingKey(int number, String marker) {
        this.number = number;
        this.marker = marker;
    }

    int number() {
        return number;
    }

    @Override
    public void write(Kryo kryo, Output output) {
        output.writeInt(number);
        output.writeString(marker);
    }

    @Override
    public void read(Kryo kryo, Input input) {
        number = input.readInt();
        marker = input.readString();
        if (marker != null && !Files.exists(Path.of(marker))) {
            die(Path.of(marker));
        }
    }

    private static void die(Path marker) {
        try {
            Files.createFile(marker);
            ChangingExecutors.signal("KILL", ProcessHandle.current().pid());
            Thread.sleep(60_000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DyingKey key && key.number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }
}

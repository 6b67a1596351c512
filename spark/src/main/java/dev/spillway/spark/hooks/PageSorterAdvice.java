// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import net.bytebuddy.asm.Advice;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.rdd.SpillwayBridge;

/** Copied into the sorters that keep records in pages: UnsafeExternalSorter (SQL) and ShuffleExternalSorter (shuffle writes). */
final class PageSorterAdvice {
    private PageSorterAdvice() {}

    /** At the end of the constructor: a spiller gets a controller, if there is one for it. */
    static final class Construct {
        private Construct() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.This MemoryConsumer self,
                @Advice.FieldValue(value = SpillHooks.CONTROLLER, readOnly = false) Object controller,
                @Advice.FieldValue(value = "numElementsForSpillThreshold", readOnly = false) int mostElements,
                @Advice.FieldValue(value = "sizeInBytesForSpillThreshold", readOnly = false) long mostBytes) {
            BiFunction<Object, Boolean, Object> hook = SpillwayBridge.spiller;
            if (hook != null) {
                controller = hook.apply(self, mostElements != Integer.MAX_VALUE || mostBytes != Long.MAX_VALUE);
                if (controller != null) {
                    mostElements = ((IntSupplier) controller).getAsInt();
                    mostBytes = ((LongSupplier) controller).getAsLong();
                }
            }
        }
    }

    /** Before a record is inserted: asks at the threshold in bytes; at that in records Spark spills by itself. */
    static final class Insert {
        private Insert() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.This MemoryConsumer self,
                @Advice.FieldValue(SpillHooks.CONTROLLER) Object controller,
                @Advice.FieldValue(value = "sizeInBytesForSpillThreshold", readOnly = false) long mostBytes) {
            if (controller != null && self.getUsed() >= mostBytes
                    && ((LongBinaryOperator) controller).applyAsLong(-1, self.getUsed()) == 0) {
                mostBytes = ((LongSupplier) controller).getAsLong();
            }
        }
    }

    /** Around a spill the sorter asked for itself. */
    static final class Spill {
        private Spill() {}

        @Advice.OnMethodEnter
        @SuppressWarnings("unchecked")
        static long enter(
                @Advice.This MemoryConsumer self,
                @Advice.Local("elements") long elements,
                @Advice.Local("used") long used,
                @Advice.FieldValue("inMemSorter") Object records,
                @Advice.FieldValue(SpillHooks.CONTROLLER) Object controller) {
            used = self.getUsed();
            if (controller != null) {
                elements = ((ToLongFunction<Object>) controller).applyAsLong(records);
            }
            return System.nanoTime();
        }

        @Advice.OnMethodExit
        @SuppressWarnings("unchecked")
        static void exit(
                @Advice.This Object self,
                @Advice.Enter long began,
                @Advice.Local("elements") long elements,
                @Advice.Local("used") long used,
                @Advice.Argument(1) Object trigger,
                @Advice.Return long freed,
                @Advice.FieldValue(SpillHooks.CONTROLLER) Object controller,
                @Advice.FieldValue(value = "numElementsForSpillThreshold", readOnly = false) int mostElements,
                @Advice.FieldValue(value = "sizeInBytesForSpillThreshold", readOnly = false) long mostBytes) {
            if (freed > 0 && trigger == self && controller != null) {
                ((Consumer<long[]>) controller).accept(new long[] {elements, used, System.nanoTime() - began});
                mostElements = ((IntSupplier) controller).getAsInt();
                mostBytes = ((LongSupplier) controller).getAsLong();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongBinaryOperator;
import java.util.function.LongSupplier;
import net.bytebuddy.asm.Advice;
import org.apache.spark.rdd.SpillwayBridge;

/** Copied into Spillable, from which the sorter and the map of RDDs come. A record costs a comparison, a spill a call. */
final class SpillableAdvice {
    private SpillableAdvice() {}

    /** At the end of the constructor: a spiller gets a controller, if there is one for it. */
    static final class Construct {
        private Construct() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.This Object self,
                @Advice.FieldValue(value = SpillHooks.CONTROLLER, readOnly = false) Object controller,
                @Advice.FieldValue(value = "numElementsForceSpillThreshold", readOnly = false) int mostElements,
                @Advice.FieldValue(value = "maxSizeForceSpillThreshold", readOnly = false) long mostBytes) {
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

    /** Before logSpillage, which maybeSpill calls when it has waited for memory in vain and is about to spill. */
    static final class Begin {
        private Begin() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.FieldValue(SpillHooks.CONTROLLER) Object controller) {
            if (controller != null) {
                ((Runnable) controller).run();
            }
        }
    }

    /** Around maybeSpill: asks at the threshold, tells of a spill. */
    static final class MaybeSpill {
        private MaybeSpill() {}

        @Advice.OnMethodEnter
        static long enter(
                @Advice.Local("elements") long elements,
                @Advice.Argument(1) long bytes,
                @Advice.FieldValue(SpillHooks.CONTROLLER) Object controller,
                @Advice.FieldValue("_elementsRead") int read,
                @Advice.FieldValue("myMemoryThreshold") long granted,
                @Advice.FieldValue(value = "numElementsForceSpillThreshold", readOnly = false) int mostElements,
                @Advice.FieldValue(value = "maxSizeForceSpillThreshold", readOnly = false) long mostBytes) {
            if (read > mostElements || bytes > mostBytes) {
                if (controller != null && ((LongBinaryOperator) controller).applyAsLong(read, bytes) == 0) {
                    mostElements = ((IntSupplier) controller).getAsInt();
                    mostBytes = ((LongSupplier) controller).getAsLong();
                }
            } else if (read % 32 != 0 || bytes < granted) {
                return 0;
            }
            elements = read;
            return System.nanoTime();
        }

        @Advice.OnMethodExit
        @SuppressWarnings("unchecked")
        static void exit(
                @Advice.Enter long began,
                @Advice.Local("elements") long elements,
                @Advice.Argument(1) long bytes,
                @Advice.Return boolean spilled,
                @Advice.FieldValue(SpillHooks.CONTROLLER) Object controller,
                @Advice.FieldValue(value = "numElementsForceSpillThreshold", readOnly = false) int mostElements,
                @Advice.FieldValue(value = "maxSizeForceSpillThreshold", readOnly = false) long mostBytes) {
            if (spilled && controller != null) {
                ((Consumer<long[]>) controller).accept(new long[] {elements, bytes, System.nanoTime() - began});
                mostElements = ((IntSupplier) controller).getAsInt();
                mostBytes = ((LongSupplier) controller).getAsLong();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.function.BiFunction;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.spark.rdd.SpillwayBridge;

/** Copied into {@code compute} of an RDD: asks the bridge first, and goes on with Spark's code if that answers null. */
final class ComputeAdvice {
    private ComputeAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static Object enter(@Advice.This Object rdd, @Advice.Argument(0) Object partition, @Advice.Argument(1) Object context) {
        BiFunction<Object, Object[], Object> hook = SpillwayBridge.compute;
        return hook == null ? null : hook.apply(rdd, new Object[] {partition, context});
    }

    @Advice.OnMethodExit
    static void exit(
            @Advice.Enter Object ours,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result) {
        if (ours != null) {
            result = ours;
        }
    }
}

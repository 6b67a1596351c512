// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.hooks;

import java.util.function.BiFunction;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.spark.rdd.SpillwayBridge;

/** Copied to the end of {@code getDependencies} of an RDD: shows the bridge what was made. */
final class DependenciesAdvice {
    private DependenciesAdvice() {}

    @Advice.OnMethodExit
    static void exit(
            @Advice.This Object rdd,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object made) {
        BiFunction<Object, Object, Object> hook = SpillwayBridge.dependencies;
        if (hook != null) {
            made = hook.apply(rdd, made);
        }
    }
}

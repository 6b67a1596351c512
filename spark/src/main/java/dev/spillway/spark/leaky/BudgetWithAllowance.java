// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import dev.spillway.leaky.MemoryBudget;

/** Asks another budget only for what exceeds an allowance, so that something small is never refused. */
final class BudgetWithAllowance implements MemoryBudget {
    private final MemoryBudget budget;
    private final long allowance;
    private long held;

    BudgetWithAllowance(MemoryBudget budget, long allowance) {
        this.budget = budget;
        this.allowance = allowance;
    }

    @Override
    public boolean acquire(long bytes) {
        long asked = beyond(held + bytes) - beyond(held);
        if (asked > 0 && !budget.acquire(asked)) {
            return false;
        }
        held += bytes;
        return true;
    }

    @Override
    public void release(long bytes) {
        long asked = beyond(held) - beyond(held - bytes);
        held -= bytes;
        if (asked > 0) {
            budget.release(asked);
        }
    }

    private long beyond(long bytes) {
        return Math.max(0, bytes - allowance);
    }
}

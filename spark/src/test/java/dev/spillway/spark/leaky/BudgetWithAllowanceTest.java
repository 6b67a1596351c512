// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.leaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spillway.leaky.MemoryBudget;
import org.junit.jupiter.api.Test;

class BudgetWithAllowanceTest {
    private long asked;

    private final BudgetWithAllowance budget = new BudgetWithAllowance(new MemoryBudget() {
        @Override
        public boolean acquire(long bytes) {
            boolean granted = asked + bytes <= 1000;
            asked += granted ? bytes : 0;
            return granted;
        }

        @Override
        public void release(long bytes) {
            asked -= bytes;
        }
    }, 100);

    @Test
    void onlyWhatIsBeyondTheAllowanceIsAskedForAndGivenBack() {
        assertTrue(budget.acquire(80));
        assertEquals(0, asked);
        assertTrue(budget.acquire(50));
        assertEquals(30, asked);
        budget.release(20);
        assertEquals(10, asked);
        budget.release(60);
        assertEquals(0, asked);
        budget.release(50);
        assertTrue(budget.acquire(1100), "the allowance is whole again");
        assertEquals(1000, asked);
    }

    @Test
    void whatIsRefusedChangesNothing() {
        assertFalse(budget.acquire(1101));
        assertEquals(0, asked);
        assertTrue(budget.acquire(100));
        assertEquals(0, asked);
    }
}

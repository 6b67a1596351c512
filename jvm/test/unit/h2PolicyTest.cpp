// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// The decisions of the second heap, replayed on samples: h2Policy.cpp is compiled alone, with stubs for HotSpot's headers.
#include "gc/parallel/h2/h2Policy.hpp"

#include <gtest/gtest.h>

size_t SecondHeapCleanTrigger = 0;

namespace {

const int64_t Millis = 1000000;
const size_t MegaWords = M / 8;

// The demo's job `profiles` before its second moving collection (H1 of 640 MB), as logged.
H2MoveSample recorded() {
  H2MoveSample s = {};
  s.can_move = true;
  s.h1_max = 640 * MegaWords;
  s.h1_live = 60 * MegaWords;
  s.waiting_movable = 161 * MegaWords;
  s.waiting_all = 161 * MegaWords;
  s.trigger = 80 * MegaWords;
  s.high_percent = 85;
  s.low_percent = 50;
  s.since_last_move = 2834 * Millis;
  s.last_move_pause = 585 * Millis;
  s.nanos_per_word = 16.0;
  return s;
}

TEST(H2Policy, starts_a_collection_when_more_than_the_trigger_waits) {
  H2MoveSample s = recorded();
  EXPECT_TRUE(H2Policy::should_start_collection(s));
  s.waiting_movable = s.trigger - 1;
  EXPECT_FALSE(H2Policy::should_start_collection(s));
}

TEST(H2Policy, moving_takes_at_most_a_fifth_of_the_time) {
  H2MoveSample s = recorded();
  s.since_last_move = 4 * s.last_move_pause - 1;
  EXPECT_FALSE(H2Policy::should_start_collection(s));
  s.since_last_move = 4 * s.last_move_pause;
  EXPECT_TRUE(H2Policy::should_start_collection(s));
}

TEST(H2Policy, starts_nothing_while_h2_is_full_or_its_device_has_failed) {
  H2MoveSample s = recorded();
  s.can_move = false;
  EXPECT_FALSE(H2Policy::should_start_collection(s));
}

TEST(H2Policy, without_a_hint_nothing_moves_below_the_high_threshold) {
  H2MoveSample s = recorded();
  s.h1_live = s.h1_max / 100 * 85;
  EXPECT_EQ(0u, H2Policy::unhinted_words(s));
}

TEST(H2Policy, without_a_hint_objects_move_down_to_the_low_threshold) {
  H2MoveSample s = recorded();
  s.h1_live = s.h1_max / 100 * 90;
  EXPECT_EQ(s.h1_max / 100 * 40, H2Policy::unhinted_words(s));
  s.waiting_movable = 0;
  EXPECT_TRUE(H2Policy::should_start_collection(s));
  s.waiting_all = s.trigger - 1;
  EXPECT_FALSE(H2Policy::should_start_collection(s));
}

TEST(H2Policy, the_budget_limits_the_words_of_a_collection_by_the_learned_cost) {
  H2MoveSample s = recorded();
  EXPECT_EQ(max_uintx, H2Policy::limit_words(s));
  s.budget = 100 * Millis;
  EXPECT_EQ((size_t)(100 * Millis / 16), H2Policy::limit_words(s));
  s.nanos_per_word = 0.0;
  EXPECT_EQ((size_t)(100 * Millis / 20), H2Policy::limit_words(s));
}

TEST(H2Policy, a_closure_that_would_exceed_the_budget_waits_unless_it_is_the_first) {
  EXPECT_TRUE(H2Policy::may_select(0, 500, max_uintx, 100));
  EXPECT_TRUE(H2Policy::may_select(60, 40, max_uintx, 100));
  EXPECT_FALSE(H2Policy::may_select(60, 41, max_uintx, 100));
  EXPECT_FALSE(H2Policy::may_select(100, 0, max_uintx, 100));
  EXPECT_TRUE(H2Policy::may_select(60, 500, max_uintx, max_uintx));
}

TEST(H2Policy, without_a_hint_closures_move_until_the_low_threshold_is_reached) {
  EXPECT_FALSE(H2Policy::may_select(0, 10, 0, max_uintx));
  EXPECT_TRUE(H2Policy::may_select(99, 10, 100, max_uintx));
  EXPECT_FALSE(H2Policy::may_select(100, 10, 100, max_uintx));
}

TEST(H2Policy, a_learned_value_converges_to_what_is_observed) {
  double value = H2Policy::learn(0.0, 8.0);
  EXPECT_DOUBLE_EQ(8.0, value);
  for (int i = 0; i < 20; i++) {
    value = H2Policy::learn(value, 2.0);
  }
  EXPECT_NEAR(2.0, value, 0.001);
}

// Nanoseconds per word of the first moving collections of a run of `make bench-h2`, series budgets, 50 ms.
const double RecordedCosts[] = {
  9.6, 6.5, 19.3, 69.6, 20.8, 24.1, 25.2, 99.5, 29.9, 39.2, 37.3, 63.4, 24.3, 24.8, 28.4, 26.4, 34.1, 19.2,
  20.9, 24.9, 27.0, 25.2, 31.8, 33.0, 24.3, 20.0, 21.1, 20.6, 21.8, 19.8, 21.4, 21.1, 24.2, 21.0, 24.2, 21.6,
  21.5, 16.9, 19.4, 24.4, 23.2, 21.0, 23.9, 23.2, 20.9, 20.2, 19.7, 20.1, 26.6, 24.5, 27.3, 23.5, 29.9, 26.4,
  25.1, 34.7, 31.3, 29.7, 22.4, 25.3
};

TEST(H2Policy, the_learned_cost_keeps_the_budget_in_9_of_10_pauses_at_the_start_of_a_recorded_run) {
  const size_t num = sizeof(RecordedCosts) / sizeof(double);
  double cost = 20.0;                           // what is assumed before the first move
  size_t kept = 0;
  for (double observed : RecordedCosts) {
    kept += observed <= 1.2 * cost ? 1 : 0;     // a pause takes observed / cost of the budget
    cost = H2Policy::learn_cost(cost, observed);
  }
  EXPECT_GE(kept * 10, num * 9);     // a mean of the last costs keeps it in 8 of 10
}

TEST(H2Policy, a_cost_that_fell_is_trusted_again_after_a_while) {
  double cost = H2Policy::learn_cost(0.0, 90.0);
  EXPECT_DOUBLE_EQ(90.0, cost);
  for (int i = 0; i < 60; i++) {
    cost = H2Policy::learn_cost(cost, 10.0);
  }
  EXPECT_NEAR(10.0, cost, 5.0);
}

TEST(H2Policy, a_first_move_that_was_cheap_does_not_promise_that_all_are) {
  EXPECT_NEAR(19.0, H2Policy::learn_cost(0.0, 5.0), 1.0);
}

TEST(H2Policy, dirty_pages_start_a_minor_collection_only_when_there_are_enough_and_time_has_passed) {
  const size_t trigger = H2Policy::clean_trigger(384 * M);
  EXPECT_EQ(96 * M, trigger);
  EXPECT_TRUE(H2Policy::should_clean({trigger, trigger, 0, 0}));
  EXPECT_FALSE(H2Policy::should_clean({trigger - 1, trigger, 0, 0}));
  EXPECT_FALSE(H2Policy::should_clean({2 * trigger, trigger, 399 * Millis, 100 * Millis}));
  EXPECT_TRUE(H2Policy::should_clean({2 * trigger, trigger, 400 * Millis, 100 * Millis}));
}

TEST(H2Policy, the_trigger_for_dirty_pages_has_a_floor_and_a_flag) {
  EXPECT_EQ(32 * M, H2Policy::clean_trigger(0));
  SecondHeapCleanTrigger = 1 * M;
  EXPECT_EQ(1 * M, H2Policy::clean_trigger(384 * M));
  SecondHeapCleanTrigger = 0;
}

// A phase in which objects arrive steadily: every decision between two moves is the same function of the sample.
TEST(H2Policy, a_steady_stream_is_moved_at_a_steady_rate) {
  H2MoveSample s = recorded();
  int moves = 0;
  size_t waiting = 0;
  for (int64_t at = 0, last = 0; at < 60000 * Millis; at += 10 * Millis) {
    waiting += MegaWords;
    s.waiting_movable = s.waiting_all = waiting;
    s.since_last_move = at - last;
    if (H2Policy::should_start_collection(s)) {
      moves++;
      waiting = 0;
      last = at;
    }
  }
  EXPECT_NEAR(60000 / (4 * 585), moves, 2);
}

}  // namespace

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// FlexHeap's equations and the transitions of its state machine, and the guard that comes before every policy.
#include "balancerModel.hpp"
#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/paperPolicy.hpp"

#include <gtest/gtest.h>

namespace {

const int64_t Millis = 1000000;
const PaperVariant Slides = { true, false };
const PaperVariant Multihop = { false, false };

// A second with a quarter of the old generation free; three quarters were free after the last full GC, 20 s ago.
BalancerSample sample() {
  BalancerSample s = {};
  s.now = 100 * 1000 * Millis;
  s.interval = 1000 * Millis;
  s.floor = 100 * M;
  s.ceiling = 1000 * M;
  s.limit = 800 * M;
  s.committed = 700 * M;
  s.old_limit = 600 * M;
  s.old_used = 450 * M;
  s.old_live = 150 * M;
  s.eden = 160 * M;
  s.last_full_pause = 800 * Millis;
  s.full_interval = 20 * 1000 * Millis;
  s.free_at_full = 0.75;
  s.page_cache = s.all_cache = 200 * M;
  s.h2_used = 1000 * M;
  s.read = 1 * M;
  s.hard_limit = 1100 * M;
  s.unreclaimable = 800 * M;
  return s;
}

BalancerSample gc_heavy() {
  BalancerSample s = sample();
  s.last_full_pause = 8000 * Millis;
  return s;
}

BalancerSample io_heavy() {
  BalancerSample s = sample();
  s.read_wait = 900 * Millis;
  return s;
}

TEST(PaperPolicy, equations_one_to_four) {
  // 800 ms of which a quarter is net, in a third of 20 s.
  EXPECT_NEAR(0.25 * 0.8 / (20.0 / 3), PaperPolicy::gc_cost(sample(), false), 1e-9);
  // With the present free share three quarters are.
  EXPECT_NEAR(0.75 * 0.8 / (20.0 / 3), PaperPolicy::gc_cost(sample(), true), 1e-9);
}

TEST(PaperPolicy, nothing_is_known_before_the_first_full_gc) {
  BalancerSample s = sample();
  s.last_full_pause = 0;
  EXPECT_EQ(0.0, PaperPolicy::gc_cost(s, false));
}

TEST(PaperPolicy, grows_when_nothing_is_free) {
  BalancerSample s = io_heavy();
  s.old_used = s.old_limit;
  PaperState state = {};
  EXPECT_EQ(BalancerDecision::Grow, PaperPolicy::decide(s, Slides, &state).action);
  // Also before the first full GC.
  s.last_full_pause = s.full_interval = 0;
  state = {};
  EXPECT_EQ(BalancerDecision::Grow, PaperPolicy::decide(s, Slides, &state).action);
}

TEST(PaperPolicy, grows_when_the_last_full_gc_left_nothing_free) {
  BalancerSample s = sample();
  s.free_at_full = 0.0;
  PaperState state = {};
  EXPECT_EQ(BalancerDecision::Grow, PaperPolicy::decide(s, Slides, &state).action);
}

TEST(PaperPolicy, stays_while_the_costs_differ_by_less_than_the_tolerance) {
  PaperState state = {};
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(sample(), Slides, &state).action);
  EXPECT_EQ(PaperState::NoAction, state.state);
}

TEST(PaperPolicy, grows_by_a_fifth_of_the_page_cache_when_gc_dominates) {
  PaperState state = {};
  const BalancerDecision d = PaperPolicy::decide(gc_heavy(), Slides, &state);
  EXPECT_EQ(BalancerDecision::Grow, d.action);
  EXPECT_EQ(800 * M + 40 * M, d.limit);
  EXPECT_EQ(PaperState::WaitGrow, state.state);
}

TEST(PaperPolicy, shrinks_by_a_fifth_of_what_is_free_when_io_dominates) {
  PaperState state = {};
  const BalancerDecision d = PaperPolicy::decide(io_heavy(), Slides, &state);
  EXPECT_EQ(BalancerDecision::Shrink, d.action);
  EXPECT_EQ(800 * M - 30 * M, d.limit);
  EXPECT_EQ(PaperState::WaitShrink, state.state);
}

TEST(PaperPolicy, does_not_shrink_when_nothing_is_read) {
  PaperState state = {};
  BalancerSample s = io_heavy();
  s.read = 0;
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(s, Slides, &state).action);
}

TEST(PaperPolicy, moves_when_gc_dominates_and_two_fifths_of_h1_wait) {
  PaperState state = {};
  BalancerSample s = gc_heavy();
  s.can_move = true;
  s.waiting = s.limit * 2 / 5;
  EXPECT_EQ(BalancerDecision::Move, PaperPolicy::decide(s, Slides, &state).action);
  EXPECT_EQ(PaperState::WaitMove, state.state);
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(s, Slides, &state).action) << "until a full GC is done";
  s.full_gcs = 1;
  s.full_interval *= 5;
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(s, Slides, &state).action);
  EXPECT_EQ(PaperState::NoAction, state.state);
}

TEST(PaperPolicy, extra_transitions_jump_from_grow_to_shrink) {
  PaperState state = {};
  state.state = PaperState::WaitGrow;
  EXPECT_EQ(BalancerDecision::Shrink, PaperPolicy::decide(io_heavy(), Slides, &state).action);
  state = {};
  state.state = PaperState::WaitGrow;
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(io_heavy(), Multihop, &state).action);
  EXPECT_EQ(PaperState::NoAction, state.state);
  EXPECT_EQ(BalancerDecision::Shrink, PaperPolicy::decide(io_heavy(), Multihop, &state).action);
}

TEST(PaperPolicy, waits_after_growing_until_the_old_generation_is_full_again) {
  PaperState state = {};
  state.state = PaperState::WaitGrow;
  BalancerSample s = gc_heavy();
  s.old_used = s.old_limit / 2;
  s.last_full_pause = 40000 * Millis;
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(s, Slides, &state).action);
  EXPECT_EQ(PaperState::WaitGrow, state.state);
  EXPECT_EQ(BalancerDecision::Grow, PaperPolicy::decide(gc_heavy(), Slides, &state).action);
}

TEST(PaperPolicy, waits_after_shrinking_while_memory_is_free) {
  PaperState state = {};
  state.state = PaperState::WaitShrink;
  BalancerSample s = io_heavy();
  s.unreclaimable = 600 * M;
  s.page_cache = s.all_cache = 100 * M;
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(s, Slides, &state).action);
  s.all_cache = 450 * M;      // of which others have 350 MB: they would give way
  EXPECT_EQ(BalancerDecision::Shrink, PaperPolicy::decide(s, Slides, &state).action);
}

TEST(PaperPolicy, without_the_extra_transitions_it_waits_as_well) {
  PaperState state = {};
  state.state = PaperState::WaitGrow;
  BalancerSample s = gc_heavy();
  s.old_used = s.old_limit * 6 / 10;
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(s, Multihop, &state).action);
  EXPECT_EQ(PaperState::WaitGrow, state.state);
  PaperPolicy::decide(gc_heavy(), Multihop, &state);
  EXPECT_EQ(PaperState::NoAction, state.state) << "the old generation is full again";
  state = {};
  state.state = PaperState::WaitShrink;
  s = io_heavy();
  s.unreclaimable = s.hard_limit / 2;
  s.page_cache = s.all_cache = s.hard_limit / 4;
  EXPECT_EQ(BalancerDecision::Nothing, PaperPolicy::decide(s, Multihop, &state).action);
  EXPECT_EQ(PaperState::WaitShrink, state.state);
}

TEST(PaperPolicy, what_the_page_cache_did_not_take_goes_back_first) {
  PaperState state = {};
  PaperPolicy::decide(io_heavy(), Slides, &state);      // frees 30 MB
  BalancerSample s = gc_heavy();
  s.page_cache = 210 * M;                               // of which 10 MB were taken
  state.samples = 0;
  EXPECT_EQ(s.limit + 20 * M, PaperPolicy::decide(s, Slides, &state).limit);
}

TEST(PaperPolicy, stays_within_its_bounds_in_every_phase) {
  for (const model::Phase& p : { model::wants_h1(), model::wants_page_cache(), model::mixed(), model::streaming() }) {
    for (const PaperVariant& v : { Slides, Multihop, PaperVariant{ true, true } }) {
      model::Program program(p, 1200 * M, 900 * M);
      PaperState state = {};
      for (int i = 0; i < 1000; i++) {
        const BalancerSample s = program.step(0.5 * model::Second);
        const BalancerDecision d = PaperPolicy::decide(s, v, &state);
        ASSERT_LE(d.limit, s.ceiling) << d.rule;
        ASSERT_GE(d.limit, std::min(s.floor, s.limit)) << d.rule;
        program.set_limit(d.limit);
      }
    }
  }
}

TEST(BalancerGuard, yields_before_the_limit_of_the_container) {
  BalancerSample s = sample();
  s.unreclaimable = 1090 * M;
  BalancerDecision d = {};
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_STREQ("container", d.rule);
  EXPECT_EQ(BalancerDecision::Shrink, d.action);
  EXPECT_TRUE(d.collect);
  EXPECT_LT(d.limit, s.committed);
  EXPECT_GE(d.limit, s.floor);
}

TEST(BalancerGuard, clean_page_cache_raises_no_alarm) {
  BalancerSample s = sample();
  s.page_cache = 300 * M;                               // unreclaimable and it fill the container
  BalancerDecision d = {};
  EXPECT_FALSE(BalancerGuard::decide(s, &d));
}

TEST(BalancerGuard, gives_h1_what_budget_and_limit_leave_beside_all_else) {
  const size_t limit = 512 * M, margin = BalancerGuard::margin(limit) * 3 / 2;
  // 300 MB of the process, of which 260 are H1's, 10 of the kernel and 90 dirty in a container of 512 with a budget of 470.
  EXPECT_EQ((int64_t)(430 * M), BalancerGuard::room(470 * M, 300 * M, 260 * M, limit, 400 * M, 90 * M));
  // 100 MB of another process.
  EXPECT_EQ((int64_t)(362 * M - margin), BalancerGuard::room(480 * M, 300 * M, 260 * M, limit, 500 * M, 90 * M));
  // Others have more than there is.
  EXPECT_LT(BalancerGuard::room(480 * M, 500 * M, 10 * M, limit, 510 * M, 0), 0);
  // H1 that has more than the process is none of the others.
  EXPECT_EQ((int64_t)(480 * M), BalancerGuard::room(480 * M, 100 * M, 110 * M, limit, 100 * M, 0));
}

TEST(BalancerGuard, is_urgent_from_half_a_margin_below_the_limit_on) {
  BalancerSample s = sample();
  const size_t half = BalancerGuard::margin(s.hard_limit) / 2;
  s.unreclaimable = s.hard_limit - half;
  EXPECT_FALSE(BalancerGuard::is_urgent(s));
  EXPECT_GT(BalancerGuard::excess(s), 0u) << "it has begun to yield before";
  s.unreclaimable++;
  EXPECT_TRUE(BalancerGuard::is_urgent(s));
  s.hard_limit = 0;
  EXPECT_FALSE(BalancerGuard::is_urgent(s)) << "no limit is known";
}

TEST(BalancerGuard, memory_pressure_makes_it_yield_earlier) {
  BalancerSample s = sample();
  BalancerDecision d = {};
  s.unreclaimable = s.hard_limit - BalancerGuard::margin(s.hard_limit) * 5 / 4;
  s.memory_wait = s.interval / 5;
  EXPECT_FALSE(BalancerGuard::decide(s, &d)) << "others than those below the limit may have waited";
  s.own_pressure = true;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_STREQ("container", d.rule);
  s.memory_wait = s.interval / 20;
  EXPECT_FALSE(BalancerGuard::decide(s, &d));
}

// Pages of H2 that are read again and again are waits for memory to the kernel.
TEST(BalancerGuard, memory_pressure_alone_raises_no_alarm) {
  BalancerSample s = sample();
  BalancerDecision d = {};
  s.own_pressure = true;
  s.memory_wait = s.interval;
  s.unreclaimable = s.hard_limit - s.hard_limit / 100 * 6;      // all that the default budget allows
  s.page_cache = s.all_cache = s.hard_limit - s.unreclaimable;
  EXPECT_FALSE(BalancerGuard::decide(s, &d));
}

TEST(BalancerGuard, memory_pressure_alone_raises_no_alarm_where_the_ceiling_is_what_others_leave) {
  BalancerSample s = sample();
  BalancerDecision d = {};
  s.own_pressure = true;
  s.memory_wait = s.interval;
  for (size_t others = 0; others <= s.hard_limit / 2; others += s.hard_limit / 16) {
    // H1 has all that a budget of the whole limit lets it have.
    s.unreclaimable = others + (size_t)BalancerGuard::room(s.hard_limit, 0, 0, s.hard_limit, others, 0);
    EXPECT_FALSE(BalancerGuard::decide(s, &d)) << others / M << "M of others";
  }
}

TEST(BalancerGuard, yields_to_no_limit_above_the_ceiling) {
  BalancerSample s = sample();
  BalancerDecision d = {};
  s.floor = s.least_floor = 64 * M;
  s.limit = s.committed = 400 * M;      // of which it has touched less
  s.ceiling = 250 * M;
  s.unreclaimable = s.hard_limit - BalancerGuard::margin(s.hard_limit) + 5 * M;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_STREQ("container", d.rule);
  EXPECT_LE(d.limit, s.ceiling);
}

TEST(BalancerGuard, before_the_first_full_gc_garbage_does_not_keep_it_from_yielding) {
  BalancerSample s = sample();
  BalancerDecision d = {};
  s.old_live = s.old_used;
  s.floor = BalancerGuard::floor(64 * M, s.old_live, 16 * M);
  s.least_floor = 64 * M;
  s.unreclaimable = s.hard_limit + 200 * M;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(s.floor, d.limit);
  s.last_full_pause = 0;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_TRUE(d.collect);
  EXPECT_LT(d.limit, s.floor);
  EXPECT_GE(d.limit, s.least_floor);
  // What turns out to be live after it fits again.
  const size_t live = 400 * M;
  EXPECT_GT(BalancerGuard::shortage(live, H1Split::old(d.limit, 0, {0, 0}, model::Bounds), 0, model::Bounds.old), 0u);
}

void expect_collection_at_this_limit(const BalancerSample& s) {
  BalancerDecision d = {};
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(BalancerDecision::Nothing, d.action);
  EXPECT_EQ(s.limit, d.limit);
  EXPECT_STREQ("container", d.rule);
  EXPECT_TRUE(d.collect);
}

TEST(BalancerGuard, collects_when_its_limit_cannot_fall_since_less_may_be_live_than_the_last_full_gc_left) {
  BalancerSample s = sample();
  s.limit = s.committed = s.floor;
  s.unreclaimable = 1090 * M;
  expect_collection_at_this_limit(s);
  s.committed = s.limit + 200 * M;
  expect_collection_at_this_limit(s);
  s.unreclaimable = 900 * M;
  BalancerDecision d = {};
  EXPECT_FALSE(BalancerGuard::decide(s, &d));
}

TEST(BalancerGuard, nothing_grows_in_a_container_that_is_full_but_to_what_is_live) {
  BalancerSample s = sample();
  s.limit = s.committed = s.floor;
  s.unreclaimable = 1090 * M;
  s.forced_full_gcs = 3;
  s.last_full_pause = s.full_interval;      // a storm
  expect_collection_at_this_limit(s);
  s.floor += 100 * M;
  BalancerDecision d = {};
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_STREQ("floor", d.rule);
}

TEST(BalancerGuard, a_sliver_is_not_worth_a_full_gc) {
  BalancerSample s = sample();
  s.unreclaimable = 1090 * M;
  s.limit = s.committed = s.floor + 1 * M;
  expect_collection_at_this_limit(s);
  s.limit = s.committed = s.floor + 20 * M;
  BalancerDecision d = {};
  EXPECT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(BalancerDecision::Shrink, d.action);
}

TEST(BalancerGuard, follows_the_ceiling_and_the_floor) {
  BalancerSample s = sample();
  BalancerDecision d = {};
  s.ceiling = 500 * M;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(500 * M, d.limit);
  s = sample();
  s.floor = 900 * M;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(900 * M, d.limit);
  s.ceiling = 850 * M;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(850 * M, d.limit) << "the budget wins over what the program wants";
}

TEST(BalancerGuard, the_ceiling_has_a_quantum) {
  BalancerSample s = sample();
  BalancerDecision d = {};
  s.ceiling = s.limit - BalancerGuard::ceiling_quantum(s.limit);
  EXPECT_FALSE(BalancerGuard::decide(s, &d));
  s.ceiling--;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_STREQ("ceiling", d.rule);
  EXPECT_EQ(s.ceiling, d.limit);
}

TEST(PaperPolicy, does_not_grow_above_a_ceiling_that_has_just_fallen) {
  for (PaperState::State from : { PaperState::NoAction, PaperState::WaitGrow, PaperState::WaitShrink }) {
    BalancerSample s = gc_heavy();
    s.ceiling = s.limit - M;
    PaperState state = {};
    state.state = from;
    EXPECT_EQ(s.limit, PaperPolicy::decide(s, Slides, &state).limit);
  }
}

TEST(BalancerGuard, full_gcs_that_follow_each_other_grow_h1_halfway) {
  BalancerSample s = sample();
  s.hard_limit = 1200 * M;
  BalancerDecision d = {};
  s.full_gcs = 1;
  s.full_interval = 1500 * Millis;
  EXPECT_FALSE(BalancerGuard::decide(s, &d)) << "somebody asked for it";
  s.forced_full_gcs = 1;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(900 * M, d.limit);
  // Near the ceiling in one step, and then no more: each would be half of the one before.
  s.limit = s.ceiling - s.ceiling / 32;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(s.ceiling, d.limit);
  s.limit = s.ceiling - s.ceiling / 256;
  EXPECT_FALSE(BalancerGuard::decide(s, &d));
  s.limit = 800 * M;
  s.unreclaimable = 1000 * M;
  ASSERT_TRUE(BalancerGuard::decide(s, &d));
  EXPECT_EQ(s.committed + s.hard_limit - BalancerGuard::margin(s) - s.unreclaimable, d.limit) << "no more than the container has free";
  s.unreclaimable = 1160 * M;
  EXPECT_FALSE(BalancerGuard::decide(s, &d));
  s.unreclaimable = 800 * M;
  s.limit = 600 * M;
  s.full_interval = 2000 * Millis;
  EXPECT_FALSE(BalancerGuard::decide(s, &d)) << "two fifths of the time is the policies' to weigh against reads";
}

// Else a shrink to the floor is followed by a shortage, which is followed by a shrink, and so on.
TEST(BalancerGuard, at_the_floor_what_is_live_fits_the_old_generation) {
  const H1Split::Bounds& b = model::Bounds;
  for (size_t live = 10 * M; live < b.old; live += 7 * M) {
    const size_t need = (BalancerGuard::old_need(live) + b.alignment - 1) / b.alignment * b.alignment;
    const size_t floor = BalancerGuard::floor(32 * M, live, b.least_young) + b.alignment;
    for (size_t limit : { floor, floor + 50 * M, b.heap }) {
      for (double share : { 0.0, 0.5, 0.8, 1.0 }) {
        EXPECT_EQ(0u, BalancerGuard::shortage(live, H1Split::old(limit, need, {share, 0}, b), 0, b.old)) << live / M << " MB of " << limit / M;
        EXPECT_GE(H1Split::young(limit, need, {share, 0}, b), b.least_young);
        EXPECT_LE(H1Split::young(limit, need, {share, 0}, b) + H1Split::old(limit, need, {share, 0}, b), limit);
      }
    }
  }
}

// A large array failed for want of less than the alignment.
TEST(BalancerGuard, the_least_limit_for_a_need_leaves_it_to_the_old_generation) {
  const H1Split::Bounds& b = model::Bounds;
  for (size_t need = 1; need <= b.old - b.alignment; need += 7 * M + 4321) {
    const size_t kept = (need + b.alignment - 1) / b.alignment * b.alignment;      // H1Limits::set_old_need()
    const size_t least = H1Split::least_limit(need, b);
    for (size_t limit = least; limit < least + 2 * b.alignment; limit += b.alignment / 5) {
      EXPECT_GE(H1Split::old(limit, kept, {0, 0}, b), need) << need << " of " << limit;
      EXPECT_GE(H1Split::old(limit, kept, {0.8, 0}, b), need) << need << " of " << limit;
    }
  }
}

TEST(BalancerGuard, generations_keep_their_proportions_while_there_is_room) {
  EXPECT_EQ(256 * M, H1Split::young(1024 * M, 100 * M, {0, 0}, model::Bounds));
  EXPECT_EQ(768 * M, H1Split::old(1024 * M, 100 * M, {0, 0}, model::Bounds));
  EXPECT_EQ(124 * M, H1Split::young(1024 * M, 900 * M, {0, 0}, model::Bounds));
  EXPECT_EQ(500 * M, H1Split::young(2036 * M, 1600 * M, {0, 0}, model::Bounds)) << "more than the old one may have";
  EXPECT_EQ(16 * M, H1Split::young(1024 * M, 2000 * M, {0, 0}, model::Bounds)) << "a young generation there must be";
}

// Found by a user: room that was kept for what is promoted, where the old one could not grow, was lost to both: OutOfMemoryError.
TEST(BalancerGuard, generations_get_all_of_a_limit_that_live_objects_fill) {
  const H1Split::Bounds b = { 1400 * M, 466 * M, 934 * M, 21 * M, 43 * M, 512 * K };
  for (double share : { 0.0, 0.5, 0.8 }) {
    for (size_t promotion : { 0 * M, 100 * M, 400 * M }) {
      EXPECT_EQ(934 * M, H1Split::old(1364 * M, 1100 * M, {share, promotion}, b));
      EXPECT_EQ(430 * M, H1Split::young(1364 * M, 1100 * M, {share, promotion}, b)) << share << ' ' << promotion / M;
    }
  }
}

TEST(BalancerGuard, the_young_generation_gets_its_share_of_what_live_objects_leave) {
  EXPECT_EQ(462 * M, H1Split::young(1024 * M, 100 * M, {0.5, 0}, model::Bounds));
  EXPECT_EQ(412 * M, H1Split::young(1024 * M, 100 * M, {0.5, 100 * M}, model::Bounds)) << "room for what is promoted comes first";
  // Found by reading: what is promoted once left the young generation its least size, with 86 MB free.
  EXPECT_EQ(43 * M, H1Split::young(360 * M, 274 * M, {0.5, 90 * M}, {600 * M, 200 * M, 400 * M, 21 * M, 43 * M, 512 * K})) << "but half of the rest only";
  EXPECT_EQ(562 * M, H1Split::old(1024 * M, 100 * M, {0.5, 0}, model::Bounds));
  EXPECT_EQ(256 * M, H1Split::young(1024 * M, 100 * M, {0.1, 0}, model::Bounds)) << "never less than its proportion";
  EXPECT_EQ(512 * M, H1Split::young(1024 * M, 100 * M, {0.8, 0}, model::Bounds)) << "nor more than its largest size";
}

TEST(BalancerGuard, a_full_gc_that_frees_little_makes_room) {
  EXPECT_EQ(0u, BalancerGuard::shortage(350 * M, 400 * M, 0, 600 * M));
  EXPECT_EQ(420 * M + 10 * M - 400 * M - 20 * M + 20 * M, BalancerGuard::shortage(350 * M, 400 * M, 30 * M, 600 * M));
}

// Else each full GC undoes what the policy took from H1 for the page cache.
TEST(BalancerGuard, an_old_generation_of_its_largest_size_asks_for_no_more) {
  EXPECT_EQ(0u, BalancerGuard::shortage(395 * M, 400 * M, 0, 400 * M));
  EXPECT_GT(BalancerGuard::shortage(395 * M, 400 * M, 5 * M, 400 * M), 0u) << "the young one needs room for what is left in it";
}

} // namespace

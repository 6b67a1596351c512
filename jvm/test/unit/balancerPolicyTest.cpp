// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Properties of the balancer's default policy on a model: bounds, convergence, a stated rate of oscillation.
#include "balancerTrial.hpp"

namespace {

using namespace trial;
using model::Phase;
using model::Program;
using model::Second;

TEST(MarginalPolicy, converges_from_every_start_to_within_five_percent_of_the_best_split) {
  for (const Phase& p : { model::wants_h1(), model::wants_page_cache(), model::mixed(), model::streaming() }) {
    for (size_t percent : { 10u, 50u, 75u, 100u }) {
      Trial r(p, Budget, MAX2(Budget * percent / 100, BalancerGuard::floor(32 * M, (size_t)p.live, 16 * M)));
      r.seconds(240);
      SCOPED_TRACE(testing::Message() << "start at " << percent << "%, live " << p.live / M << " MB");
      expect_near_best(r, 0.05);
    }
  }
}

TEST(MarginalPolicy, is_near_the_best_split_after_few_decisions) {
  Trial r(model::wants_page_cache(), Budget, Budget * 3 / 4);
  while (r.actions < 5 && r.state.samples < 400) { r.step(0.5 * Second); }
  expect_near_best(r, 0.12);
}

TEST(MarginalPolicy, does_not_oscillate_in_a_steady_phase) {
  for (const Phase& p : { model::wants_h1(), model::wants_page_cache(), model::mixed(), model::streaming() }) {
    for (unsigned seed : { 1u, 2u, 3u, 4u, 5u }) {
      Trial r(p, Budget, Budget * 3 / 4);
      r.program.noise = 0.2;
      r.program.seed = seed;
      r.seconds(60);
      r.reversals = 0;
      r.seconds(600);
      // After four reversals in a row the policy holds still for two minutes.
      EXPECT_LE(r.reversals, 8) << "reversals in ten minutes, live " << p.live / M << " MB, seed " << seed;
    }
  }
}

TEST(MarginalPolicy, waits_between_actions) {
  Trial r(model::wants_page_cache(), Budget, Budget);
  int64_t last = 0;
  BalancerDecision::Action before = BalancerDecision::Nothing;
  for (int i = 0; i < 300; i++) {
    const BalancerSample s = r.program.step(0.3 * Second);
    const BalancerDecision d = MarginalPolicy::decide(s, &r.state);
    if (d.action != BalancerDecision::Nothing) {
      const bool goes_on = d.action == BalancerDecision::Shrink && before == BalancerDecision::Shrink;
      if (last != 0) { EXPECT_GE(s.now - last, (int64_t)((goes_on ? 3 : 6) * Second)) << d.rule; }
      last = s.now;
      before = d.action;
      r.program.set_limit(d.limit);
    }
  }
  EXPECT_NE(0, last);
}

TEST(MarginalPolicy, a_streaming_scan_takes_nothing_from_h1) {
  Trial r(model::streaming(), Budget, Budget * 3 / 4);
  r.seconds(120);
  EXPECT_GE(r.program.limit(), Budget * 3 / 4);
}

TEST(MarginalPolicy, h1_keeps_what_it_does_not_use_until_what_was_in_memory_before_is_waited_for) {
  Trial scan(model::streaming(), Budget, Budget * 3 / 4);
  scan.seconds(20);
  EXPECT_TRUE(scan.last.keeps) << "more page cache would save none of these reads";
  Trial r = reader();
  BalancerSample s = r.program.step(0.5 * Second);
  EXPECT_FALSE(decide_with(r.state, s).keeps);
  s.read_wait = 0;
  r.state.io_share = 0.0;
  EXPECT_TRUE(decide_with(r.state, s).keeps);
}

TEST(MarginalPolicy, full_gcs_that_promotion_does_not_explain_count) {
  MarginalState state = {};
  Program p(model::mixed(), Budget, Budget / 2);
  BalancerSample s = p.step(1 * Second);
  s.promoted = 0;
  s.full_time = s.interval / 2;
  s.full_gcs = 1;
  for (int i = 0; i < 40; i++) { MarginalPolicy::decide(s, &state); }
  EXPECT_LT(MarginalPolicy::costs(s, state).gc_share, 0.1) << "somebody asked for them";
  s.forced_full_gcs = 1;
  for (int i = 0; i < 40; i++) { MarginalPolicy::decide(s, &state); }
  EXPECT_GT(MarginalPolicy::costs(s, state).gc_share, 0.4);
}

TEST(MarginalPolicy, an_idle_program_is_left_alone) {
  Trial r({ 100.0 * M, 1.0 * K, 1.0 * M, 1e6, 300.0 * M, 1, 100e3 }, Budget, Budget / 2);
  r.seconds(300);
  EXPECT_EQ(0, r.actions);
}

TEST(MarginalPolicy, a_step_that_made_things_worse_is_taken_back) {
  MarginalState state = {};
  Program p(model::mixed(), Budget, Budget / 2);
  BalancerSample s = p.step(0.5 * Second);
  MarginalPolicy::decide(s, &state);
  state.last_action = BalancerDecision::Shrink;
  state.last_limit = Budget / 2 + 100 * M;
  state.last_time = s.now;
  state.gc_before = 0.0;
  state.settled = false;
  BalancerDecision d = {};
  for (int i = 0; i < 20 && d.action == BalancerDecision::Nothing; i++) {
    s = p.step(0.5 * Second);
    d = MarginalPolicy::decide(s, &state);
  }
  EXPECT_STREQ("take back", d.rule);
  EXPECT_EQ(Budget / 2 + 100 * M, d.limit);
  EXPECT_GT(state.hold_until, s.now);
}

TEST(MarginalPolicy, a_move_is_no_change_of_direction) {
  Trial r = reader();
  const BalancerSample s = r.program.step(0.5 * Second);
  r.state.last_action = r.state.last_direction = BalancerDecision::Shrink;
  const BalancerDecision straight = decide_with(r.state, s);
  ASSERT_EQ(BalancerDecision::Shrink, straight.action) << straight.rule;
  r.state.last_action = BalancerDecision::Move;
  EXPECT_EQ(straight.limit, decide_with(r.state, s).limit);
  r.state.last_direction = BalancerDecision::Grow;
  EXPECT_GT(decide_with(r.state, s).limit, straight.limit) << "half a step";
}

TEST(MarginalPolicy, takes_nothing_from_h1_while_memory_is_free) {
  Trial r = reader();
  BalancerSample s = r.program.step(0.5 * Second);
  ASSERT_EQ(BalancerDecision::Shrink, decide_with(r.state, s).action);
  s.all_cache = 0;
  s.unreclaimable /= 2;
  EXPECT_EQ(BalancerDecision::Nothing, decide_with(r.state, s).action);
}

TEST(MarginalPolicy, shrinks_from_what_h1_holds) {
  Trial r = reader();
  BalancerSample s = r.program.step(0.5 * Second);
  s.committed = s.limit - 200 * M;
  const BalancerDecision d = decide_with(r.state, s);
  EXPECT_EQ(BalancerDecision::Shrink, d.action) << d.rule;
  EXPECT_LT(d.limit, s.committed);
}

TEST(MarginalPolicy, a_full_gc_gives_garbage_to_the_page_cache_where_it_pays) {
  Trial r = reader();
  BalancerSample s = r.program.step(0.5 * Second);
  s.old_used = s.old_limit;
  s.last_full_pause = (int64_t)(0.1 * Second);
  EXPECT_TRUE(decide_with(r.state, s).collect);
  s.last_full_pause = (int64_t)(20 * Second);
  EXPECT_FALSE(decide_with(r.state, s).collect) << "it takes more time than reads that it saves";
  s.last_full_pause = (int64_t)(0.1 * Second);
  s.old_live = s.old_used;
  EXPECT_FALSE(decide_with(r.state, s).collect) << "there is no garbage";
  s.old_live = s.old_limit / 64;
  s.old_used = s.old_limit / 32;
  EXPECT_FALSE(decide_with(r.state, s).collect) << "it fits what the step leaves";
}

TEST(MarginalPolicy, full_gcs_that_come_no_more_stop_counting) {
  Trial r(model::wants_h1(), Budget, Budget / 2);
  BalancerSample s = r.program.step(0.5 * Second);
  s.promoted = 0;
  s.full_gcs = s.forced_full_gcs = 1;
  s.full_time = s.interval / 2;
  s.last_full_pause = s.full_time;
  for (int i = 0; i < 100; i++) { s.now += s.interval; MarginalPolicy::decide(s, &r.state); }
  ASSERT_GT(MarginalPolicy::costs(s, r.state).gc_share, 0.3);
  s.full_gcs = s.forced_full_gcs = 0;
  s.full_time = s.minor_time = 0;
  for (int i = 0; i < 16; i++) { s.now += s.interval; MarginalPolicy::decide(s, &r.state); }
  EXPECT_LT(MarginalPolicy::costs(s, r.state).gc_share, 0.1) << "after eight seconds, where twice the time between them is much longer";
}

TEST(MarginalPolicy, what_costs_most_of_the_time_gets_half_of_the_range_at_once) {
  Trial r = reader();
  const BalancerSample s = r.program.step(0.5 * Second);
  ASSERT_GT(r.state.io_share, 0.3);
  const BalancerDecision d = decide_with(r.state, s);
  EXPECT_EQ(BalancerDecision::Shrink, d.action);
  EXPECT_GT(s.limit - d.limit, (s.ceiling - s.floor) / 3);
}

TEST(MarginalPolicy, a_step_that_is_not_worth_a_wait_is_none) {
  Trial r = reader();
  BalancerSample s = r.program.step(0.5 * Second);
  s.floor = s.limit - 1 * M;
  EXPECT_EQ(BalancerDecision::Nothing, decide_with(r.state, s).action);
}

TEST(MarginalPolicy, a_grow_that_saves_full_gcs_to_come_is_not_taken_back_for_some_reads) {
  Program p(model::mixed(), Budget, Budget / 2);
  MarginalState state = {};
  BalancerSample s = p.step(0.5 * Second);
  for (int i = 0; i < 40; i++) { s = p.step(0.5 * Second); MarginalPolicy::decide(s, &state); }
  const MarginalCosts c = MarginalPolicy::costs(s, state);
  state.last_action = state.last_direction = BalancerDecision::Grow;
  state.last_limit = s.limit - 100 * M;
  state.last_time = s.now - (int64_t)(100 * Second);
  state.gc_before = c.gc_share;              // smoothed over a minute or two: the same as before
  state.io_before = c.io_share - 0.05;
  state.predicted_before = c.predicted + 0.1;
  state.settled = false;
  MarginalState none = state;
  EXPECT_STRNE("take back", MarginalPolicy::decide(s, &state).rule);
  none.predicted_before = c.predicted;
  EXPECT_STREQ("take back", MarginalPolicy::decide(s, &none).rule);
}

TEST(MarginalPolicy, a_lowered_budget_is_kept_at_the_next_sample) {
  Trial r(model::mixed(), Budget, Budget * 3 / 4);
  r.seconds(30);
  r.program.set_budget(500 * M);
  r.step(0.5 * Second);
  EXPECT_LE(r.program.limit(), 500 * M);
  r.program.set_budget(Budget);
  r.seconds(120);
  expect_near_best(r, 0.05);
}

TEST(MarginalPolicy, native_memory_that_grows_a_little_does_not_keep_it_from_deciding) {
  Trial r(model::wants_page_cache(), Budget, Budget);
  size_t budget = Budget;
  int of_ceiling = 0, of_policy = 0;
  for (int i = 0; i < 240; i++) {
    budget -= 100 * K;
    r.program.set_budget(budget);
    const int before = r.actions;
    r.step(0.5 * Second);
    const bool ceiling = std::string(r.last.rule) == "ceiling";
    of_ceiling += ceiling;
    of_policy += r.actions > before && !ceiling;
  }
  EXPECT_GE(of_policy, 3);
  EXPECT_LE(of_ceiling, 5);
  expect_near_best(r, 0.05);
}

TEST(MarginalPolicy, does_not_grow_above_a_ceiling_that_has_just_fallen) {
  Trial r(model::wants_h1(), Budget, Budget);
  r.seconds(20);
  r.program.set_limit(Budget);
  for (int i = 0; i < 100; i++) {
    r.program.set_budget(Budget - (size_t)i * 64 * K);
    r.step(0.5 * Second);
    ASSERT_NE(BalancerDecision::Grow, r.last.action) << r.last.rule;
  }
}

// Little is promoted, much is allocated: what the old generation has beyond its live objects is of no use to it.
Phase promotes_little() { return { 60.0 * M, 0.5 * M, 800.0 * M, 10e6, 0, 0, 0 }; }

TEST(MarginalPolicy, memory_that_the_old_generation_does_not_use_is_the_young_ones) {
  Trial r(promotes_little(), 600 * M, 600 * M);
  const double before = r.program.cost(600 * M), eden = r.program.eden(600 * M);
  r.seconds(60);
  EXPECT_GT(r.state.young_share, 0.7);
  EXPECT_GT(r.program.eden((double)r.program.limit()), 2 * eden);
  EXPECT_LT(r.program.cost((double)r.program.limit()), 0.6 * before);
}

TEST(MarginalPolicy, the_split_of_a_limit_is_near_the_best_one) {
  for (const Phase& p : { model::wants_h1(), model::mixed(), promotes_little() }) {
    Trial r(p, Budget, Budget * 3 / 4);
    r.seconds(240);
    Program best = r.program;
    double least = 1.0;
    for (double share = 0; share <= 0.8; share += 0.05) {
      best.young_share = share;
      least = std::min(least, best.cost((double)best.limit()));
    }
    EXPECT_LE(r.program.cost((double)r.program.limit()), least + 0.02) << "share " << r.program.young_share << ", live " << p.live / M << " MB";
  }
}

TEST(MarginalPolicy, generations_are_resized_rarely_in_a_steady_phase) {
  Trial r(model::mixed(), Budget, Budget * 3 / 4);
  r.program.noise = 0.2;
  r.seconds(120);
  int changes = 0;
  for (int i = 0; i < 1200; i++) {
    const double before = r.state.young_share;
    r.step(0.5 * Second);
    changes += before != r.state.young_share;
  }
  EXPECT_LE(changes, 10) << "in ten minutes";
}

TEST(MarginalPolicy, an_idle_program_keeps_its_split) {
  Trial r({ 100.0 * M, 1.0 * K, 1.0 * M, 1e6, 300.0 * M, 1, 100e3 }, Budget, Budget / 2);
  r.seconds(300);
  EXPECT_EQ(0.0, r.state.young_share);
}

TEST(MarginalPolicy, moves_when_h1_cannot_grow_and_much_waits) {
  Trial r(model::wants_h1(), 700 * M, 700 * M);
  r.seconds(20);
  BalancerSample s = r.program.step(0.5 * Second);
  s.ceiling = s.limit;
  s.now = r.state.hold_until + (int64_t)(1000 * Second);
  s.waiting = s.limit / 2;
  MarginalState state = r.state;
  state.settled = true;
  EXPECT_NE(BalancerDecision::Move, MarginalPolicy::decide(s, &state).action) << "H2 is full";
  state = r.state;
  state.settled = true;
  s.can_move = true;
  EXPECT_EQ(BalancerDecision::Move, MarginalPolicy::decide(s, &state).action);
}

} // namespace

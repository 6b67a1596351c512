// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Properties of the balancer's default policy on a model: bounds, convergence, a stated rate of oscillation.
#include "balancerModel.hpp"
#include "gc/parallel/balancer/marginalPolicy.hpp"

#include <gtest/gtest.h>
#include <string>

namespace {

using model::Phase;
using model::Program;
using model::Second;

struct Trial {
  Program program;
  MarginalState state = {};
  int actions = 0, reversals = 0, last_action = 0;
  BalancerDecision last = {};

  Trial(const Phase& p, size_t budget, size_t limit) : program(p, budget, limit) {}

  void step(double nanos) {
    const BalancerSample s = program.step(nanos);
    last = MarginalPolicy::decide(s, &state);
    ASSERT_NE(nullptr, last.rule);
    // The floor wins over everything but the ceiling.
    ASSERT_LE(last.limit, s.ceiling + BalancerGuard::ceiling_quantum(s.limit)) << last.rule;
    ASSERT_GE(last.limit, std::min(std::min(s.floor, s.ceiling), s.limit)) << last.rule;
    if (last.action == BalancerDecision::Nothing || last.action == BalancerDecision::Move) {
      ASSERT_EQ(s.limit, last.limit) << last.rule;
      return;
    }
    ASSERT_EQ(last.action == BalancerDecision::Grow, last.limit > s.limit) << last.rule;
    actions++;
    reversals += last_action != 0 && last_action != (int)last.action;
    last_action = last.action;
    program.set_limit(last.limit);
  }

  void seconds(double n, double nanos = 0.5 * Second) {
    for (double t = 0; t < n * Second && !testing::Test::HasFatalFailure(); t += nanos) { step(nanos); }
  }
};

const size_t Budget = 1200 * M;

// Shares of time at the limit reached, against the best static split.
void expect_near_best(const Trial& r, double most_over) {
  EXPECT_LE(r.program.cost((double)r.program.limit()), r.program.best() + most_over)
      << "limit " << r.program.limit() / M << " of " << r.program.budget() / M << " MB";
}

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
  for (int i = 0; i < 300; i++) {
    const BalancerSample s = r.program.step(0.3 * Second);
    const BalancerDecision d = MarginalPolicy::decide(s, &r.state);
    if (d.action != BalancerDecision::Nothing) {
      if (last != 0) { EXPECT_GE(s.now - last, (int64_t)(6 * Second)) << d.rule; }
      last = s.now;
      r.program.set_limit(d.limit);
    }
  }
  EXPECT_NE(0, last);
}

TEST(MarginalPolicy, follows_a_change_of_phase) {
  Trial r(model::wants_h1(), Budget, Budget * 3 / 4);
  for (int round = 0; round < 4; round++) {
    r.program.phase = model::wants_page_cache();
    r.seconds(90);
    expect_near_best(r, 0.12);
    r.program.phase = model::wants_h1();
    r.seconds(90);
    expect_near_best(r, 0.12);
  }
}

// Rare full GCs of seconds, which stop the program's reads and promotion meanwhile.
int phase_changes_with_full_gcs(double pause, double every, double minutes) {
  // At the ceiling, and with nothing to gain from page cache, so that no action begins anew.
  Program program(model::mixed(), Budget, Budget);
  BalancerSample s = program.step(0.5 * Second);
  s.refaulted = 0;
  s.promoted = (size_t)((double)(s.old_limit - s.old_live) / every * 0.5 * Second);
  MarginalState state = {};
  int changes = 0;
  for (double now = 0, last = 0; now < minutes * 60 * Second; ) {
    const bool full = now - last >= every;
    s.full_gcs = s.forced_full_gcs = full;
    s.full_time = full ? (int64_t)pause : 0;
    s.interval = (int64_t)(0.5 * Second) + s.full_time;
    s.minor_time = (int64_t)(0.05 * Second);
    s.read_wait = (int64_t)(0.2 * Second);
    now += (double)s.interval;
    if (full) {
      s.last_full_pause = (int64_t)pause;
      s.full_interval = (int64_t)(now - last);
      last = now;
    }
    s.now = (int64_t)now;
    const BalancerDecision d = MarginalPolicy::decide(s, &state);
    EXPECT_EQ(BalancerDecision::Nothing, d.action) << d.rule;
    changes += now > 5 * 60 * Second && std::string(d.rule) == "phase change";
  }
  return changes;
}

TEST(MarginalPolicy, rare_full_gcs_of_seconds_are_no_change_of_phase) {
  EXPECT_EQ(0, phase_changes_with_full_gcs(3 * Second, 60 * Second, 20));
  EXPECT_EQ(0, phase_changes_with_full_gcs(8 * Second, 60 * Second, 20));
  EXPECT_EQ(0, phase_changes_with_full_gcs(1 * Second, 20 * Second, 20));
}

TEST(MarginalPolicy, phases_run_faster_than_with_any_static_split) {
  auto run = [](size_t static_limit) {
    Trial r(model::wants_h1(), Budget, static_limit == 0 ? Budget * 3 / 4 : static_limit);
    for (int i = 0; i < 4000; i++) {
      r.program.phase = i / 500 % 2 == 0 ? model::wants_page_cache() : model::wants_h1();
      if (static_limit == 0) { r.step(0.3 * Second); } else { r.program.step(0.3 * Second); }
    }
    return r.program.speed();
  };
  const double ours = run(0);
  for (size_t percent = 55; percent <= 95; percent += 5) {
    EXPECT_GT(ours, run(Budget * percent / 100)) << "static split of " << percent << "%";
  }
}

TEST(MarginalPolicy, a_streaming_scan_takes_nothing_from_h1) {
  Trial r(model::streaming(), Budget, Budget * 3 / 4);
  r.seconds(120);
  EXPECT_GE(r.program.limit(), Budget * 3 / 4);
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

// A step of a policy that would act on any sample.
BalancerDecision decide_with(MarginalState state, BalancerSample s) {
  s.now += (int64_t)(1000 * Second);
  state.settled = true;
  state.hold_until = 0;
  const MarginalCosts c = MarginalPolicy::costs(s, state);
  state.gc_settled = c.gc_share;
  state.io_settled = c.io_share;
  return MarginalPolicy::decide(s, &state);
}

// After some seconds that are lost to reads.
Trial reader() {
  Trial r(model::wants_page_cache(), Budget, Budget * 3 / 4);
  for (int i = 0; i < 20; i++) {
    const BalancerSample s = r.program.step(0.5 * Second);
    MarginalPolicy::decide(s, &r.state);
  }
  return r;
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

// A program whose costs fall on both sides of where it is may stay there: steps look at the slope.
TEST(MarginalPolicy, random_phases_keep_it_within_bounds_and_the_last_one_settles) {
  int near = 0;
  for (unsigned seed = 1; seed <= 40; seed++) {
    unsigned state = seed;
    auto random = [&state](double least, double most) {
      state = state * 1103515245u + 12345u;
      return least + (most - least) * ((double)((state >> 8) & 0xffff) / 65536.0);
    };
    Trial r(model::mixed(), Budget, Budget * 3 / 4);
    r.program.noise = 0.1;
    for (int phase = 0; phase < 6; phase++) {
      r.program.phase = { random(20, 600) * M, random(1, 200) * M, random(50, 1000) * M, random(1e6, 15e6),
                          random(0, 1) < 0.2 ? 0 : random(50, 1500) * M, random(0, 12000), random(20e3, 300e3) };
      r.seconds(random(5, 120));
    }
    r.seconds(240);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", live " << r.program.phase.live / M << " MB");
    const double cost = r.program.cost((double)r.program.limit()), best = r.program.best();
    EXPECT_LE(1 + cost, 1.25 * (1 + best)) << "limit " << r.program.limit() / M;
    near += 1 + cost <= 1.05 * (1 + best);
    r.reversals = 0;
    r.seconds(600);
    // There and back once in two minutes in the end.
    EXPECT_LE(r.reversals, 10);
  }
  EXPECT_GE(near, 38) << "of 40";
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

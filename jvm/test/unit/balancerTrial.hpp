// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// The default policy on the model of a program, for tests of its properties.
#pragma once

#include "balancerModel.hpp"
#include "gc/parallel/balancer/marginalPolicy.hpp"

#include <gtest/gtest.h>
#include <string>

namespace trial {

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
    program.young_share = state.young_share;
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
inline void expect_near_best(const Trial& r, double most_over) {
  EXPECT_LE(r.program.cost((double)r.program.limit()), r.program.best() + most_over)
      << "limit " << r.program.limit() / M << " of " << r.program.budget() / M << " MB";
}

// A step of a policy that would act on any sample.
inline BalancerDecision decide_with(MarginalState state, BalancerSample s) {
  s.now += (int64_t)(1000 * Second);
  state.settled = true;
  state.hold_until = 0;
  const MarginalCosts c = MarginalPolicy::costs(s, state);
  state.gc_settled = c.gc_share;
  state.io_settled = c.io_share;
  return MarginalPolicy::decide(s, &state);
}

// After some seconds that are lost to reads.
inline Trial reader() {
  Trial r(model::wants_page_cache(), Budget, Budget * 3 / 4);
  for (int i = 0; i < 20; i++) {
    const BalancerSample s = r.program.step(0.5 * Second);
    MarginalPolicy::decide(s, &r.state);
  }
  return r;
}

} // namespace trial

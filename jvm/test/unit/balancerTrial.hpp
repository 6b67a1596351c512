// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Both policies on the model of a program, for tests of their properties.
#pragma once

#include "balancerModel.hpp"
#include "gc/parallel/balancer/marginalPolicy.hpp"
#include "gc/parallel/balancer/paperPolicy.hpp"

#include <gtest/gtest.h>
#include <string>

namespace trial {

using model::Phase;
using model::Program;
using model::Second;

struct AnyTrial {
  Program program;
  int actions = 0, reversals = 0, last_action = 0;
  BalancerDecision last = {};

  AnyTrial(const Phase& p, size_t budget, size_t limit) : program(p, budget, limit) {}
  virtual ~AnyTrial() = default;
  virtual BalancerDecision decide(const BalancerSample& s) = 0;

  void step(double nanos) {
    const BalancerSample s = program.step(nanos);
    last = decide(s);
    ASSERT_NE(nullptr, last.rule);
    // The floor wins over everything but the ceiling.
    ASSERT_LE(last.limit, s.ceiling + BalancerGuard::ceiling_quantum(s.limit)) << last.rule;
    ASSERT_GE(last.limit, std::min(std::min(s.floor, s.ceiling), s.limit)) << last.rule;
    if (last.collect) { program.ask_for_full_gc(); }
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

// The default policy.
struct Trial : AnyTrial {
  MarginalState state = {};

  using AnyTrial::AnyTrial;
  BalancerDecision decide(const BalancerSample& s) override {
    const BalancerDecision d = MarginalPolicy::decide(s, &state);
    program.young_share = state.young_share;
    return d;
  }
};

// The paper's policy; generations keep their proportions.
struct PaperTrial : AnyTrial {
  PaperVariant variant;
  PaperState state = {};

  PaperTrial(const Phase& p, size_t budget, size_t limit, PaperVariant v) : AnyTrial(p, budget, limit), variant(v) {}
  BalancerDecision decide(const BalancerSample& s) override { return PaperPolicy::decide(s, variant, &state); }
};

const size_t Budget = 1200 * M;

// There and back once in two minutes, and one that has begun. By the model's clock, on which pauses of full GCs count.
inline int most_reversals(double seconds) { return (int)(2 * seconds / 120) + 1; }

// Shares of time at the limit reached, against the best static split.
inline void expect_near_best(const AnyTrial& r, double most_over) {
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

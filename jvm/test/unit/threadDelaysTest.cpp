// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
#include "gc/parallel/balancer/threadDelays.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace {

struct Reading {
  std::vector<int> tids;
  std::vector<uint64_t> ticks;
};

uint64_t add(ThreadDelays* delays, const Reading& r) {
  return delays->add(r.tids.data(), r.ticks.data(), (int)r.tids.size());
}

TEST(ThreadDelays, adds_what_each_thread_gained) {
  ThreadDelays delays;
  EXPECT_EQ(30u, add(&delays, {{1, 2}, {10, 20}}));
  EXPECT_EQ(37u, add(&delays, {{1, 2}, {12, 25}}));
  EXPECT_EQ(37u, add(&delays, {{1, 2}, {12, 25}}));
}

TEST(ThreadDelays, one_that_ends_takes_nothing_from_the_sum) {
  ThreadDelays delays;
  EXPECT_EQ(30u, add(&delays, {{1, 2}, {10, 20}}));
  EXPECT_EQ(31u, add(&delays, {{2}, {21}}));
}

TEST(ThreadDelays, one_that_begins_counts_from_its_start) {
  ThreadDelays delays;
  EXPECT_EQ(10u, add(&delays, {{1}, {10}}));
  EXPECT_EQ(14u, add(&delays, {{1, 2}, {10, 4}}));
}

// It may have waited for hours before it came to be among the first.
TEST(ThreadDelays, one_that_slides_in_among_the_first_counts_from_then_on) {
  ThreadDelays delays;
  Reading r;
  for (int i = 0; i < ThreadDelays::MostThreads; i++) {
    r.tids.push_back(100 + i);
    r.ticks.push_back(1);
  }
  EXPECT_EQ(256u, add(&delays, r));
  r.tids.erase(r.tids.begin());
  r.ticks.erase(r.ticks.begin());
  r.tids.push_back(1000);
  r.ticks.push_back(1000000);
  EXPECT_EQ(256u, add(&delays, r));
  r.ticks.back() += 5;
  EXPECT_EQ(261u, add(&delays, r));
}

}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// When the balancer looks again: in time for memory that grows towards the limit, and seldom where there is room.
#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/balancerPace.hpp"

#include <gtest/gtest.h>

namespace {

const int64_t Second = 1000000000;
const int64_t Longest = 1000;

BalancerSample sample(size_t limit, size_t unreclaimable, size_t grown) {
  BalancerSample s = {};
  s.interval = Second;
  s.hard_limit = limit;
  s.unreclaimable = unreclaimable;
  s.grown = grown;
  return s;
}

// When a sample finds memory that begins to grow right after the previous one: how much it has grown by then.
size_t grown_when_seen(size_t headroom, double bytes_per_milli, int64_t (*next)(size_t, int64_t) = BalancerPace::next_look) {
  for (int64_t t = 0; t < Longest; ) {
    t += MIN2(Longest - t, next(headroom, Longest));
    const size_t grown = (size_t)(bytes_per_milli * (double)t);
    if (BalancerPace::sample_now(headroom, grown)) {
      return grown;
    }
  }
  return (size_t)(bytes_per_milli * (double)Longest);
}

TEST(BalancerPace, headroom_ends_where_the_guard_yields) {
  const size_t limit = 1600 * M;
  EXPECT_EQ(250 * M, BalancerPace::headroom(sample(limit, 1300 * M, 0)));
  EXPECT_EQ(0u, BalancerPace::headroom(sample(limit, 1550 * M, 0)));
  EXPECT_EQ(0u, BalancerGuard::excess(sample(limit, 1550 * M, 0)));
  EXPECT_EQ(0u, BalancerPace::headroom(sample(limit, 1700 * M, 0)));
}

TEST(BalancerPace, growth_of_the_rest_counts_from_a_megabyte_on) {
  EXPECT_EQ(0u, BalancerPace::growth(100 * M, 100 * M + 900 * K));
  EXPECT_EQ(2 * M, BalancerPace::growth(100 * M, 102 * M));
  EXPECT_EQ(0u, BalancerPace::growth(100 * M, 50 * M));
  EXPECT_EQ(0u, BalancerPace::growth(SIZE_MAX, 50 * M)) << "the first sample";
}

TEST(BalancerPace, growth_that_the_headroom_cannot_take_is_expected_until_h1_has_given_way) {
  const int64_t millis = Second / 1000;
  BalancerSample s = sample(400 * M, 279 * M, 0);      // 12.5 MB of which are the margin
  s.interval = 25 * millis;
  EXPECT_EQ(0u, BalancerPace::expected(2 * M, M, s)) << "80 MB a second: 8 MB, for which there is room";
  s.unreclaimable = 385 * M;
  EXPECT_EQ(8 * M, BalancerPace::expected(2 * M, M, s));
  // The longer collections take, the more.
  s.last_full_pause = 100 * millis;
  EXPECT_EQ(16 * M, BalancerPace::expected(2 * M, M, s));
  EXPECT_EQ(0u, BalancerPace::expected(0, M, s));
  EXPECT_EQ(400 * M, BalancerPace::expected(390 * M, M, s)) << "no more than there is";
  s.hard_limit = 0;
  EXPECT_EQ(0u, BalancerPace::expected(2 * M, M, s)) << "no limit is known";
}

TEST(BalancerPace, what_one_short_sample_shows_may_be_all_there_is) {
  const int64_t millis = Second / 1000;
  BalancerSample s = sample(1024 * M, 976 * M, 0);      // half a margin of headroom, as where H1 has all that its ceiling allows
  s.interval = 25 * millis;
  s.last_full_pause = 10 * Second;
  const size_t headroom = BalancerPace::headroom(s);
  EXPECT_GT(headroom, 12 * M);
  EXPECT_EQ(0u, BalancerPace::expected(2 * M, 0, s)) << "12 MB at most, however long the last full collection took";
  EXPECT_EQ(18 * M, BalancerPace::expected(3 * M, 0, s));
  EXPECT_EQ(72 * M, BalancerPace::expected(3 * M, 2 * M, s)) << "it goes on";
  // A sample that is as long as H1 takes to give way is believed at once.
  s.interval = 200 * millis;
  EXPECT_EQ(30 * M, BalancerPace::expected(10 * M, 0, s));
}

TEST(BalancerPace, samples_come_each_second_while_nothing_grows) {
  EXPECT_EQ(Longest, BalancerPace::next_sample(sample(1600 * M, 1300 * M, 0), Longest));
  EXPECT_EQ(Longest, BalancerPace::next_sample(sample(1600 * M, 1300 * M, 10 * M), Longest));
  EXPECT_EQ((int64_t)BalancerPace::Never, BalancerPace::time_left(sample(1600 * M, 1300 * M, 0)));
}

TEST(BalancerPace, four_samples_come_before_growth_reaches_the_guard) {
  const BalancerSample s = sample(1600 * M, 1300 * M, 500 * M);
  EXPECT_EQ(500, BalancerPace::time_left(s));
  EXPECT_EQ(125, BalancerPace::next_sample(s, Longest));
  // Not without end: each costs something.
  EXPECT_EQ(25, BalancerPace::next_sample(sample(1600 * M, 1549 * M, 500 * M), Longest));
  EXPECT_EQ(25, BalancerPace::next_sample(sample(1600 * M, 1590 * M, 500 * M), Longest));
}

TEST(BalancerPace, the_flag_of_the_interval_is_the_longest) {
  EXPECT_EQ(10, BalancerPace::next_sample(sample(1600 * M, 1300 * M, 500 * M), 10));
  EXPECT_EQ(10, BalancerPace::next_look(250 * M, 10));
}

TEST(BalancerPace, growth_from_rest_is_seen_before_it_reaches_the_guard) {
  for (size_t headroom : { 90 * M, 140 * M, 300 * M, 1000 * M, 3000 * M }) {
    for (size_t rate : { 100u, 250u, 500u, 1000u }) {
      const size_t used = grown_when_seen(headroom, (double)(rate * M) / 1000);
      EXPECT_LE(used, headroom / 2 + M) << rate << " MB a second towards " << headroom / M << " MB";
    }
  }
}

// At a limit of 1.5 GB with the reserve of 6%, where samples a second apart saw nothing below 140 MB a second.
TEST(BalancerPace, a_gigabyte_a_second_of_native_memory_is_seen_within_the_reserve) {
  const size_t limit = 1536 * M, reserve = limit / 100 * 6;
  const size_t left = BalancerPace::headroom(sample(limit, limit - reserve, 0));
  EXPECT_LT(grown_when_seen(left, (double)M), reserve - BalancerGuard::margin(limit) / 2);
}

// A full container has a margin to the limit beside the headroom, 20 MB each in one of 640 MB.
TEST(BalancerPace, growth_of_a_child_or_of_tmpfs_from_rest_is_seen_before_it_reaches_the_limit) {
  for (size_t headroom : { 20 * M, 90 * M, 300 * M, 1000 * M, 3000 * M }) {
    for (size_t rate : { 50u, 100u, 200u, 400u }) {
      const size_t used = grown_when_seen(headroom, (double)(rate * M) / 1000, BalancerPace::next_group_look);
      EXPECT_LE(used, headroom / 2 + 10 * M) << rate << " MB a second towards " << headroom / M << " MB";
    }
  }
}

TEST(BalancerPace, looks_are_rare_where_there_is_room) {
  EXPECT_EQ(Longest, BalancerPace::next_look(16 * G, Longest));
  EXPECT_GE(BalancerPace::next_look(0, Longest), 20);
  EXPECT_FALSE(BalancerPace::sample_now(16 * G, 1 * G));
  EXPECT_FALSE(BalancerPace::sample_now(0, 100 * K)) << "noise";
  EXPECT_TRUE(BalancerPace::sample_now(0, 2 * M));
}

TEST(BalancerPace, a_smaller_limit_waits_less_for_a_collection_while_memory_grows_fast) {
  EXPECT_EQ(500, BalancerPace::patience(sample(1600 * M, 1300 * M, 0)));
  EXPECT_EQ(125, BalancerPace::patience(sample(1600 * M, 1300 * M, 500 * M)));
  EXPECT_EQ(0, BalancerPace::patience(sample(1600 * M, 1590 * M, 500 * M)));
  // The guard's margin is 50 MB here.
  BalancerSample above = sample(1600 * M, 1300 * M, 0);
  above.ceiling = 1000 * M;
  above.committed = 1025 * M;
  EXPECT_EQ(500, BalancerPace::patience(above));
  above.committed = 1026 * M;
  EXPECT_EQ(0, BalancerPace::patience(above)) << "what a collection may write to";
}

const BalancerDecision Wanted = { BalancerDecision::Nothing, 0, "container", true };
const BalancerDecision Balanced = { BalancerDecision::Nothing, 0, "balanced", false };
const BalancerDecision Yields = { BalancerDecision::Shrink, 0, "container", true };

int64_t rest_after(uint count) {
  return BalancerPace::vain_rest({ count, 0 });
}

TEST(BalancerPace, collections_in_vain_come_after_a_second_and_then_ever_less_often) {
  EXPECT_EQ(1000, rest_after(0));
  EXPECT_EQ(4000, rest_after(2));
  EXPECT_EQ(64000, rest_after(6));
  EXPECT_EQ(64000, rest_after(1000));
}

TEST(BalancerPace, each_second_without_a_want_makes_a_collection_in_vain_count_no_more) {
  VainCollections v = { 5, 0 };
  BalancerPace::note(Balanced, 10000, &v);
  BalancerPace::note(Balanced, 10600, &v);
  BalancerPace::note(Wanted, 10900, &v);
  EXPECT_EQ(5u, v.count) << "a single sample just below the margin";
  BalancerPace::note(Balanced, 20000, &v);
  BalancerPace::note(Wanted, 22500, &v);
  EXPECT_EQ(3u, v.count);
  BalancerPace::note(Wanted, 90000, &v);
  EXPECT_EQ(3u, v.count) << "wanted all the time";
  BalancerPace::note(Yields, 90600, &v);
  EXPECT_EQ(0u, v.count) << "the limit can fall again";
}

// Memory goes below the margin for one sample after each collection of the guard: one each second for ever, without the above.
TEST(BalancerPace, a_container_at_its_margin_is_not_collected_every_second) {
  VainCollections v = {};
  int64_t last = 0;
  uint collections = 0;
  for (int64_t now = 600; now < 600000; now += 600) {
    const bool relieved = collections > 0 && now - last == 600;
    BalancerPace::note(relieved ? Balanced : Wanted, now, &v);
    if (!relieved && now - last >= BalancerPace::vain_rest(v)) {
      last = now;
      collections++;
      v.count++;
    }
  }
  EXPECT_GE(collections, 10u);
  EXPECT_LE(collections, 17u) << "six that come sooner, and one each 64 s";
}

} // namespace

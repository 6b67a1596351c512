// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// What a minor collection is expected to promote once full ones have come in its place.
#include "gc/parallel/balancer/promotionEstimate.hpp"

#include <gtest/gtest.h>

namespace {

TEST(PromotionEstimate, is_the_average_until_a_full_collection_came_instead) {
  PromotionEstimate e;
  EXPECT_EQ(25 * M, e.expected(25 * M));
  e.note_minor(3 * M);
  EXPECT_EQ(25 * M, e.expected(25 * M));
}

TEST(PromotionEstimate, falls_to_what_a_full_collection_instead_found_live_and_half_as_much) {
  PromotionEstimate e;
  e.note_full_instead(4 * M, 32 * M, 32 * M);
  EXPECT_EQ(6 * M, e.expected(25 * M));
  EXPECT_EQ(2 * M, e.expected(2 * M));
}

TEST(PromotionEstimate, scales_what_was_live_in_a_young_generation_that_was_not_full) {
  PromotionEstimate e;
  e.note_full_instead(4 * M, 16 * M, 32 * M);
  EXPECT_EQ(12 * M, e.expected(25 * M));
}

TEST(PromotionEstimate, learns_nothing_from_a_young_generation_that_was_nearly_empty) {
  PromotionEstimate e;
  e.note_full_instead(0, 0, 32 * M);
  e.note_full_instead(0, 7 * M, 32 * M);
  EXPECT_EQ(25 * M, e.expected(25 * M));
}

TEST(PromotionEstimate, rises_with_what_is_promoted) {
  PromotionEstimate e;
  e.note_full_instead(4 * M, 32 * M, 32 * M);
  e.note_minor(10 * M);
  EXPECT_EQ(15 * M, e.expected(25 * M));
  e.note_minor(1 * M);
  EXPECT_EQ(15 * M, e.expected(25 * M));
}

TEST(PromotionEstimate, is_the_average_again_after_a_minor_collection_that_found_too_little_room) {
  PromotionEstimate e;
  e.note_full_instead(4 * M, 32 * M, 32 * M);
  e.note_failed_minor();
  EXPECT_EQ(25 * M, e.expected(25 * M));
}

// Where what a full collection finds live is too little again and again, ever fewer minor collections are tried in vain.
TEST(PromotionEstimate, tries_ever_fewer_minor_collections_that_fail_one_after_the_other) {
  PromotionEstimate e;
  const size_t free = 10 * M;
  int failed = 0;
  for (int i = 0; i < 1000; i++) {
    if (e.expected(25 * M) < free) {
      e.note_failed_minor();
      failed++;
    } else {
      e.note_full_instead(1 * M, 32 * M, 32 * M);
    }
  }
  EXPECT_GE(failed, 6);
  EXPECT_LE(failed, 24);
}

TEST(PromotionEstimate, is_believed_again_after_minor_collections_that_succeed) {
  PromotionEstimate e;
  for (int i = 0; i < 20; i++) {
    e.note_full_instead(1 * M, 32 * M, 32 * M);
    e.note_failed_minor();
  }
  while (e.expected(25 * M) == 25 * M) {
    e.note_full_instead(1 * M, 32 * M, 32 * M);
  }
  for (int i = 0; i < 4; i++) {
    e.note_minor(1 * M);
  }
  e.note_failed_minor();
  e.note_full_instead(1 * M, 32 * M, 32 * M);
  EXPECT_EQ(25 * M, e.expected(25 * M));
  e.note_full_instead(1 * M, 32 * M, 32 * M);
  EXPECT_EQ(M + M / 2, e.expected(25 * M));
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// The young generation that a warm server adds to a heap.
#include "runtime/warm/warmYoungSize.hpp"

#include <gtest/gtest.h>

namespace {

TEST(WarmYoungSize, is_a_third_of_the_heap_where_there_is_room) {
  EXPECT_EQ(512 * M, WarmYoungSize::beside(1536 * M, 24 * G));
  EXPECT_EQ(2 * G, WarmYoungSize::beside(6 * G, 24 * G));
}

TEST(WarmYoungSize, leaves_an_eighth_of_the_memory_to_the_rest_of_the_process) {
  EXPECT_EQ(256 * M, WarmYoungSize::beside(1536 * M, 2 * G));
}

TEST(WarmYoungSize, is_never_less_than_a_16th_of_the_heap) {
  EXPECT_EQ(112 * M, WarmYoungSize::beside(1792 * M, 2 * G));
  EXPECT_EQ(256 * M, WarmYoungSize::beside(4 * G, 2 * G)) << "a heap that is larger than the memory";
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// What the balancer reads from texts as the kernel writes them.
#include "gc/parallel/balancer/balancerText.hpp"

#include <gtest/gtest.h>

namespace {

const char* const Pressure =
  "some avg10=3.44 avg60=0.76 avg300=0.98 total=10311881\nfull avg10=0.00 avg60=0.11 avg300=0.81 total=9234005\n";

TEST(BalancerText, values) {
  uint64_t v = 7;
  EXPECT_TRUE(BalancerText::value("anonx 1\nanon 5\n", "anon", &v));
  EXPECT_EQ(5u, v);
  EXPECT_FALSE(BalancerText::value("anonx 1\n", "anon", &v));
  EXPECT_FALSE(BalancerText::value("anon\n", "anon", &v));
  EXPECT_FALSE(BalancerText::value("anon x\n", "anon", &v));
  EXPECT_FALSE(BalancerText::value("", "anon", &v));
  EXPECT_EQ(5u, v);
}

TEST(BalancerText, limits) {
  uint64_t v = 7;
  EXPECT_TRUE(BalancerText::limit("1048576\n", &v));
  EXPECT_EQ(1048576u, v);
  EXPECT_TRUE(BalancerText::limit("max\n", &v));
  EXPECT_EQ(0u, v);
  EXPECT_TRUE(BalancerText::limit("9223372036854771712", &v));
  EXPECT_EQ(0u, v);
  EXPECT_FALSE(BalancerText::limit("", &v));
  EXPECT_FALSE(BalancerText::limit("-1", &v));
}

TEST(BalancerText, pressure_is_the_mean_of_some_and_full) {
  uint64_t v = 0;
  EXPECT_TRUE(BalancerText::pressure(Pressure, &v));
  EXPECT_EQ((10311881u + 9234005u) / 2, v);
  EXPECT_TRUE(BalancerText::pressure("some avg10=0.00 avg60=0.00 avg300=0.00 total=8\n", &v));
  EXPECT_EQ(8u, v);
  EXPECT_FALSE(BalancerText::pressure("some avg10=0.00\nfull total=3\n", &v));
  EXPECT_FALSE(BalancerText::pressure("", &v));
}

TEST(BalancerText, columns) {
  uint64_t v = 7;
  EXPECT_TRUE(BalancerText::column("5200 412 300 1 0 95 0\n", 0, &v));
  EXPECT_EQ(5200u, v);
  EXPECT_TRUE(BalancerText::column("5200 412 300 1 0 95 0\n", 2, &v));
  EXPECT_EQ(300u, v);
  EXPECT_FALSE(BalancerText::column("5200 412\n", 2, &v));
  EXPECT_FALSE(BalancerText::column("", 0, &v));
  EXPECT_EQ(300u, v);
}

TEST(BalancerText, directories_of_groups) {
  char path[100];
  EXPECT_TRUE(BalancerText::directory("/cg", "/", "/a/b", path, sizeof(path)));
  EXPECT_STREQ("/cg/a/b", path);
  EXPECT_TRUE(BalancerText::directory("/cg", "/", "/", path, sizeof(path)));
  EXPECT_STREQ("/cg", path);
  EXPECT_TRUE(BalancerText::directory("/cg", "/docker/x", "/docker/x", path, sizeof(path)));
  EXPECT_STREQ("/cg", path);
  EXPECT_TRUE(BalancerText::directory("/cg", "/docker/x", "/docker/x/y", path, sizeof(path)));
  EXPECT_STREQ("/cg/y", path);
  EXPECT_TRUE(BalancerText::directory("/cg", "/docker/x", "/docker/xy", path, sizeof(path)));
  EXPECT_STREQ("/cg/docker/xy", path);
  EXPECT_TRUE(BalancerText::directory("/cg", "/", "/../other", path, sizeof(path)));
  EXPECT_STREQ("/cg", path);
  EXPECT_FALSE(BalancerText::directory("/cg", "/", "/a/b", path, 7));
}

TEST(BalancerText, parents) {
  char path[] = "/cg/a/b";
  EXPECT_TRUE(BalancerText::parent(path, "/cg"));
  EXPECT_STREQ("/cg/a", path);
  EXPECT_TRUE(BalancerText::parent(path, "/cg"));
  EXPECT_FALSE(BalancerText::parent(path, "/cg"));
  EXPECT_STREQ("/cg", path);
}

} // namespace

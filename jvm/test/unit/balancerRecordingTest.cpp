// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Replays recorded samples through the policies: the same decisions, within bounds. `make record-balancer` makes recordings of real runs.
#include "balancerModel.hpp"
#include "balancerRecording.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace {

const char* const Recordings = "jvm/test/unit/recordings";

const char* const Line =
    "sample now=1000000000 interval=500000000 floor=268435456 least_floor=268435456 ceiling=1153433600 limit=1048576000 committed=943718400 old_limit=629145600 "
    "old_used=104857600 old_live=94371840 eden=209715200 young_most=402653184 promoted=5242880 minor_time=10000000 full_time=40000000 minor_gcs=2 full_gcs=1 "
    "forced_full_gcs=0 last_full_pause=40000000 full_interval=9000000000 free_at_full=0.850000 read_wait=100000000 refaulted=8388608 "
    "read=16777216 faults=20 page_cache=314572800 h2_used=2097152000 hard_limit=1610612736 all_cache=335544320 unreclaimable=1258291200 grown=1048576 memory_wait=5000000 own_pressure=1 waiting=0 can_move=1 "
    "-> nothing 1048576000 (wait for effect) collects=0 keeps=1";

void print(std::ostream& out, const char* name, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.6f", value);
  out << ' ' << name << '=' << text;
}
template <typename T> void print(std::ostream& out, const char* name, T value) { out << ' ' << name << '=' << value; }

// As BalancerReport logs it.
void log_step(std::ostream& out, const BalancerSample& s, const BalancerDecision& d) {
  out << "sample";
#define PRINT_FIELD(name) print(out, #name, s.name);
  BALANCER_SAMPLE_FIELDS(PRINT_FIELD)
#undef PRINT_FIELD
  out << " -> " << recording::text_of(BalancerDecision::name(d.action), d.limit, d.rule) << " collects=" << d.collect << " keeps=" << d.keeps << '\n';
}

// The log of a program whose phase changes, so that the limit moves both ways.
std::string log_of_model(const std::string& policy_name) {
  std::ostringstream out;
  out << "# a model\npolicy " << policy_name << '\n';
  model::Program program(model::wants_page_cache(), 1200 * M, 900 * M);
  recording::Policy policy(policy_name);
  for (int i = 0; i < 400; i++) {
    program.phase = i < 200 ? model::wants_page_cache() : model::wants_h1();
    const BalancerSample s = program.step(0.5 * model::Second);
    const BalancerDecision d = policy.decide(s);
    log_step(out, s, d);
    program.set_limit(d.limit);
  }
  return out.str();
}

recording::Recording read(const std::string& text) {
  std::istringstream in(text);
  return recording::read(in);
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(std::string::npos, at) << from;
  return text.replace(at, from.size(), to);
}

TEST(BalancerRecording, a_line_is_read_as_the_vm_logs_it) {
  const recording::Recording r = read(std::string("policy default\n") + Line + "\n");
  ASSERT_EQ("", r.error);
  ASSERT_EQ(1u, r.steps.size());
  const recording::Step& step = r.steps[0];
  EXPECT_EQ(1000000000, step.sample.now);
  EXPECT_EQ(1000 * M, step.sample.limit);
  EXPECT_EQ(2u, step.sample.minor_gcs);
  EXPECT_DOUBLE_EQ(0.85, step.sample.free_at_full);
  EXPECT_TRUE(step.sample.can_move);
  EXPECT_EQ("nothing", step.action);
  EXPECT_EQ(1000 * M, step.limit);
  EXPECT_EQ("wait for effect", step.rule);
  EXPECT_EQ(0, step.collects);
  EXPECT_EQ(1, step.keeps);
  const recording::Recording older = read(with(std::string("policy default\n") + Line + "\n", " collects=0 keeps=1", ""));
  ASSERT_EQ("", older.error);
  EXPECT_EQ(-1, older.steps[0].collects);
  EXPECT_EQ(-1, older.steps[0].keeps);
  EXPECT_EQ("wait for effect", older.steps[0].rule);
}

TEST(BalancerRecording, what_is_no_recording_is_refused_with_the_line) {
  const std::string head = "policy default\n";
  EXPECT_EQ("no samples", read("# nothing\n").error);
  EXPECT_EQ("line 1: no policy before the first sample", read(Line).error);
  EXPECT_EQ("line 2: no sample", read(head + "grow\n").error);
  EXPECT_EQ("line 2: no decision", read(head + with(Line, "nothing 1048576000", "nothing")).error);
  EXPECT_EQ("line 2: no number for eden", read(head + with(Line, " eden=209715200", "")).error);
  EXPECT_EQ("line 2: no number for eden", read(head + with(Line, "eden=209715200", "eden=many")).error);
  EXPECT_EQ("line 2: unknown field den", read(head + with(Line, " eden", " den=1 eden")).error);
  EXPECT_EQ("no policy of the name other", recording::replay(read(std::string("policy other\n") + Line)));
}

TEST(BalancerRecording, what_a_policy_decided_on_the_model_replays) {
  for (const char* policy : { "default", "marginal", "paper", "paper-multihop", "paper-current" }) {
    const recording::Recording r = read(log_of_model(policy));
    ASSERT_EQ("", r.error) << policy;
    EXPECT_EQ(400u, r.steps.size());
    int actions = 0;
    for (const recording::Step& step : r.steps) { actions += step.action != "nothing"; }
    EXPECT_GT(actions, 1) << policy;
    EXPECT_EQ("", recording::replay(r)) << policy;
  }
}

TEST(BalancerRecording, another_decision_than_the_recorded_one_is_found) {
  const std::string text = log_of_model("default");
  EXPECT_NE("", recording::replay(read(with(text, "-> shrink", "-> grow"))));
  EXPECT_NE("", recording::replay(read(with(text, "(balance)", "(floor)"))));
  EXPECT_NE("", recording::replay(read(with(text, "collects=0", "collects=1"))));
  EXPECT_NE("", recording::replay(read(with(text, "keeps=0", "keeps=1"))));
  EXPECT_NE("", recording::replay(read(with(text, "policy default", "policy paper"))));
}

TEST(BalancerRecording, recorded_runs_replay) {
  std::map<std::string, int> found;
  int collections = 0;
  // Others than those of the tree: see `run`.
  const char* const others = std::getenv("BALANCER_RECORDINGS");
  const std::string directory = others != nullptr ? others : Recordings;
  if (std::filesystem::is_directory(directory)) {
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      if (entry.path().extension() != ".log") {
        continue;
      }
      std::ifstream in(entry.path());
      const recording::Recording r = recording::read(in);
      EXPECT_EQ("", r.error) << entry.path();
      EXPECT_EQ("", recording::replay(r)) << entry.path();
      found[r.policy]++;
      for (const recording::Step& step : r.steps) { collections += step.collects == 1; }
    }
  }
  if (others != nullptr) {
    EXPECT_FALSE(found.empty()) << others;
    return;
  }
  // make bench-balancer ARGS="--series recorded", then make record-balancer ARGS="--policies default,paper".
  EXPECT_GE(found["default"], 6) << Recordings;
  EXPECT_GE(found["paper"], 5) << Recordings;
  EXPECT_GE(collections, 1) << "no recorded decision asks for a full collection";
}

} // namespace

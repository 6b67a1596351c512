// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Replays looks at the page cache of H2: what was dropped behind cyclic scans in a real run is dropped now.
#include "scanRecording.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

const char* const Recordings = "jvm/test/unit/recordings/scans";

std::string text_of(const ScanSample& s, bool resumed) {
  char text[ScanText::Size];
  ScanText::print(s, resumed, text, sizeof(text));
  return text;
}

TEST(ScanRecording, a_look_is_read_as_it_is_written) {
  const ScanSample::Part parts[] = { ScanSample::All, ScanSample::All, ScanSample::None, ScanSample::Some, ScanSample::Unused, ScanSample::Unused };
  const ScanSample s = { 123456789012, parts, 6, 8 * M, 700 * M, 20 * M, true, 64 * M, 3000000000, 12345678901.0, true };
  const std::string text = text_of(s, true);
  char drops[100] = "";
  ScanText::add(0, false, drops, sizeof(drops));
  ScanText::add(1, true, drops, sizeof(drops));
  EXPECT_STREQ(" 0 1s", drops);
  scans::Look look = {};
  ASSERT_TRUE(scans::read_look("look " + text + " -> drop" + drops, &look)) << text;
  look.sample.resident = look.resident.data();
  look.sample.num = (uint)look.resident.size();
  EXPECT_EQ(text, text_of(look.sample, look.resumed));
  EXPECT_EQ(drops, look.drops);
  EXPECT_FALSE(scans::read_look("look " + text + " more=1 -> drop", &look));
  EXPECT_FALSE(scans::read_look("look now=1 -> drop", &look));
}

TEST(ScanRecording, the_longest_look_fits) {
  std::vector<ScanSample::Part> parts(4096);
  for (size_t i = 0; i < parts.size(); i++) {
    parts[i] = i % 2 == 0 ? ScanSample::All : ScanSample::None;
  }
  const ScanSample s = { INT64_MAX, parts.data(), 4096, 64 * M, SIZE_MAX, SIZE_MAX, true, SIZE_MAX, INT64_MAX, 1e18, true };
  EXPECT_LT(text_of(s, false).size(), ScanText::Size / 2);
  char drops[ScanText::Size] = "";
  for (uint i = 0; i < 4096; i++) {
    ScanText::add(i, true, drops, sizeof(drops));
  }
  EXPECT_LT(strlen(drops), ScanText::Size - 1);
  char little[300] = "";
  ScanText::print(s, false, little, sizeof(little));
  EXPECT_LT(strlen(little), sizeof(little)) << "one that does not fit ends where the room does";
}

// Those of the tree, or see `run`.
TEST(ScanRecording, recorded_looks_replay) {
  const char* const others = std::getenv("BALANCER_SCANS");
  const std::string directory = others != nullptr ? others : Recordings;
  size_t recordings = 0, drops = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    std::ifstream in(entry.path()), again(entry.path());
    size_t looks = 0;
    EXPECT_EQ("", scans::replay(in, &looks)) << entry.path();
    for (std::string line; std::getline(again, line); ) {
      drops += line.find(" -> drop ") != std::string::npos;
    }
    recordings++;
  }
  EXPECT_GE(recordings, 1u);
  if (others == nullptr) {
    EXPECT_GE(drops, 20u) << "nothing was dropped in what is recorded";
  }
}

TEST(ScanRecording, another_drop_than_the_recorded_one_is_found) {
  const auto first = std::filesystem::directory_iterator(Recordings);
  std::ifstream in(first->path());
  std::stringstream text;
  text << in.rdbuf();
  std::string all = text.str();
  const size_t at = all.find(" -> drop ");
  ASSERT_NE(std::string::npos, at);
  all.insert(at + std::string(" -> drop").size(), " 0");
  std::istringstream falsified(all);
  size_t looks = 0;
  EXPECT_NE("", scans::replay(falsified, &looks));
}

} // namespace

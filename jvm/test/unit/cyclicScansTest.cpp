// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// What is dropped behind cyclic scans, on a model of a page cache that drops what was not used for longest.
#include "gc/parallel/balancer/cyclicScans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <list>
#include <random>
#include <vector>

namespace {

const size_t Chunk = 16 * M;
const int64_t Milli = 1000000;
const int64_t Tick = 100 * Milli, Fresh = 1000 * Milli;
const double Device = 200.0 * M / 1e9, Memory = 2000.0 * M / 1e9;      // bytes a nanosecond

const uint Others = 100;

class Model {
  std::list<uint> _used;      // the one used last comes first
  std::vector<ScanChunk> _chunks;
  std::vector<ScanSample::Part> _resident;
  std::vector<bool> _seen;
  std::vector<uint> _drop;
  ScanState _state = {};
  size_t _capacity, _hidden = 0;
  int64_t _now = 0, _next_tick = 0, _next_fresh = 0;
  uint _num;                  // of chunks of H2; those behind are of other files
  bool _on;
  RereadState _reads = {};
  BalancerSample _sample = {};

  void drop(uint chunk) {
    _used.remove(chunk);
    _resident[chunk] = ScanSample::None;
  }

  void tick() {
    const bool fresh = _now >= _next_fresh;
    if (fresh) {
      _sample.interval = _now - _next_fresh + Fresh;
      _sample.all_cache = _used.size() * Chunk;
      CyclicScans::note_reads(_sample, &_reads);
      _sample = {};
      _next_fresh = _now + Fresh;
    }
    const size_t free = _capacity - MIN2(_capacity, _used.size() * Chunk);
    const size_t cache = _used.size() * Chunk;
    const ScanSample s = { _now, _resident.data(), _num, Chunk, cache, free, fresh, CyclicScans::slack(cache, Chunk), (int64_t)((double)cache / Device), (double)loads * Chunk, _reads.again };
    const uint num = CyclicScans::decide(s, &_state, _drop.data());
    for (uint i = 0; i < num && _on; i++) {
      drop(_drop[i]);
      dropped++;
    }
    _next_tick = _now + CyclicScans::millis(s.slack, (size_t)(Device * 1e6)) * Milli;
  }

public:
  uint loads = 0, dropped = 0;

  Model(uint num, size_t capacity, bool on) : _chunks(num), _resident(num + Others), _seen(num + Others), _drop(num), _capacity(capacity), _num(num), _on(on) { _state.chunks = _chunks.data(); }

  void set_capacity(size_t bytes) {
    for (_capacity = bytes; _used.size() * Chunk > bytes;) {
      drop(_used.back());
    }
  }

  void use(uint chunk) {
    const bool hit = _resident[chunk] != ScanSample::None;
    const int64_t time = (int64_t)((double)Chunk / (hit ? Memory : Device));
    _now += time;
    if (!hit) {
      loads++;
      _sample.read_wait += time;
      _sample.read += Chunk;
      _sample.refaulted += _seen[chunk] ? Chunk : 0;
      _seen[chunk] = true;
      while ((_used.size() + 1) * Chunk + _hidden > _capacity) {
        drop(_used.back());
      }
    }
    _used.remove(chunk);
    _used.push_front(chunk);
    _resident[chunk] = ScanSample::All;
    if (_now >= _next_tick) {
      tick();
    }
  }

  void hide(size_t bytes) { _hidden = bytes; }      // the kernel takes it, and nobody tells
  void rest(int64_t nanos) { _state.rest = nanos; }
  int64_t rest() const { return _state.rest; }

  double seconds() const { return (double)_now / 1e9; }
};

void scan(Model* m, uint from, uint to, uint passes) {
  for (uint pass = 0; pass < passes; pass++) {
    for (uint i = from; i < to; i++) {
      m->use(i);
    }
  }
}

// Loads with and without, of the same uses.
struct Loads { uint with, without, dropped; };

Loads compare(uint num, size_t capacity, const std::function<void(Model*)>& program) {
  Model with(num, capacity, true), without(num, capacity, false);
  program(&with);
  program(&without);
  return { with.loads, without.loads, with.dropped };
}

TEST(CyclicScans, what_fits_stays_and_each_pass_reads_the_rest_only) {
  Model m(110, 960 * M, true);
  scan(&m, 0, 110, 3);
  const uint before = m.loads;
  scan(&m, 0, 110, 1);
  // 110 without, 50 at best, with nothing left for what is being read.
  EXPECT_LE(m.loads - before, 65u);
}

TEST(CyclicScans, nothing_is_dropped_while_all_fits) {
  const Loads l = compare(50, 960 * M, [](Model* m) { scan(m, 0, 50, 10); });
  EXPECT_EQ(l.without, l.with);
  EXPECT_EQ(0u, l.dropped);
}

TEST(CyclicScans, nothing_is_dropped_of_what_is_read_once) {
  const Loads l = compare(1000, 960 * M, [](Model* m) { scan(m, 0, 1000, 1); });
  EXPECT_EQ(0u, l.dropped);
}

TEST(CyclicScans, random_reads_are_hardly_worse_than_without) {
  for (unsigned seed = 1; seed <= 10; seed++) {
    const Loads l = compare(110, 960 * M, [seed](Model* m) {
      std::minstd_rand random(seed);
      for (uint i = 0; i < 3000; i++) { m->use((uint)(random() % 110)); }
    });
    EXPECT_LE(l.with, l.without * 1.05) << "seed " << seed;
  }
}

TEST(CyclicScans, reads_most_of_which_are_of_few_chunks_are_hardly_worse_than_without) {
  for (unsigned seed = 1; seed <= 10; seed++) {
    const Loads l = compare(400, 960 * M, [seed](Model* m) {
      std::minstd_rand random(seed);
      std::geometric_distribution<uint> which(0.01);
      for (uint i = 0; i < 3000; i++) { m->use(MIN2(which(random), 399u)); }
    });
    EXPECT_LE(l.with, l.without * 1.05) << "seed " << seed;
  }
}

TEST(CyclicScans, chunks_that_a_scan_uses_all_the_time_cost_nothing) {
  const Loads l = compare(150, 960 * M, [](Model* m) {
    for (uint pass = 0; pass < 10; pass++) {
      for (uint i = 20; i < 150; i++) {
        m->use(i);
        m->use(i % 20);
      }
    }
  });
  EXPECT_LE(l.with, l.without);
}

TEST(CyclicScans, another_scan_takes_the_place_of_one_that_has_ended) {
  const Loads l = compare(220, 960 * M, [](Model* m) {
    scan(m, 0, 110, 5);
    scan(m, 110, 220, 5);
    scan(m, 0, 50, 10);
  });
  EXPECT_LE(l.with, l.without * 9 / 10);
}

TEST(CyclicScans, what_is_kept_follows_the_page_cache) {
  Model m(110, 960 * M, true);
  scan(&m, 0, 110, 4);
  for (size_t capacity : { 400 * M, 1200 * M }) {
    m.set_capacity(capacity);
    scan(&m, 0, 110, 4);
    const uint before = m.loads;
    scan(&m, 0, 110, 2);
    EXPECT_LE((m.loads - before) / 2, 110 - capacity / Chunk * 7 / 10) << capacity / M << " MB";
  }
}

TEST(CyclicScans, two_scans_in_turns_are_both_faster) {
  const Loads l = compare(220, 1920 * M, [](Model* m) {
    for (uint pass = 0; pass < 6; pass++) {
      for (uint i = 0; i < 110; i++) {
        m->use(i);
        m->use(219 - i);
      }
    }
  });
  EXPECT_LE(l.with, l.without * 3 / 4);
}

// As what two partitions share, or a thread that waits while what it reads is dropped.
TEST(CyclicScans, a_scan_some_chunks_of_which_are_used_twice_is_faster) {
  const Loads l = compare(110, 960 * M, [](Model* m) {
    for (uint pass = 0; pass < 12; pass++) {
      for (uint i = 0; i < 110; i++) {
        m->use(i);
        if (i % 12 == 5) { m->use(i - MIN2(i, 4u)); }
        if (i % 12 == 11) { m->use(i - MIN2(i, 18u)); }
      }
    }
  });
  EXPECT_LE(l.with, l.without * 3 / 4);
}

// Eight chunks, all of them in the same state, while reads are of what had been in memory.
struct Eight {
  ScanChunk chunks[8] = {};
  ScanState state = {};
  uint drop[8];

  Eight() { state.chunks = chunks; }

  uint look(ScanSample::Part part, size_t free, int64_t now) {
    ScanSample::Part resident[8];
    std::fill(resident, resident + 8, part);
    return CyclicScans::decide({ now, resident, 8, Chunk, 8 * Chunk, free, true, 4 * Chunk, 5 * Tick, 0, true }, &state, drop);
  }

  void expect_none_of_a_scan() {
    for (int64_t i = 1; i < 10; i++) {
      EXPECT_EQ(0u, look(ScanSample::All, 0, i * Tick));
    }
  }
};

TEST(CyclicScans, what_has_been_passed_stays_where_there_is_room_and_is_dropped_where_there_is_none) {
  for (size_t free : { (size_t)0, 4 * Chunk, 1024 * Chunk }) {
    Eight eight;
    EXPECT_EQ(0u, eight.look(ScanSample::None, free, 1));
    EXPECT_EQ(0u, eight.look(ScanSample::All, free, Tick)) << "just read";
    EXPECT_EQ(0u, eight.look(ScanSample::All, free, 2 * Tick)) << "still being read";
    EXPECT_EQ(free == 0 ? 4u : 0u, eight.look(ScanSample::All, free, 3 * Tick));
  }
}

TEST(CyclicScans, a_chunk_that_is_never_whole_is_not_dropped) {
  Eight eight;
  for (int64_t i = 0; i < 10; i++) {
    EXPECT_EQ(0u, eight.look(i == 0 ? ScanSample::None : ScanSample::Some, 0, i * Tick));
  }
}

TEST(CyclicScans, a_chunk_that_could_not_be_dropped_is_none_of_a_scan) {
  Eight eight;
  eight.look(ScanSample::None, 0, 1);
  uint num = 0;
  for (int64_t i = 1; num == 0 && i < 10; i++) {
    num = eight.look(ScanSample::All, 0, i * Tick);
  }
  ASSERT_EQ(4u, num);
  const size_t free = eight.state.free;
  for (uint i = 0; i < num; i++) {
    CyclicScans::stayed(&eight.state, eight.drop[i], Chunk);
  }
  EXPECT_EQ(free - 4 * Chunk, eight.state.free);
  EXPECT_EQ(0u, eight.state.judged);
  for (int64_t i = 10; i < 20; i++) {
    EXPECT_EQ(0u, eight.look(ScanSample::All, 4 * Chunk, i * Tick));
  }
}

TEST(CyclicScans, what_is_written_where_nothing_was_is_none_of_a_scan) {
  Eight eight;
  eight.look(ScanSample::Unused, 0, 1);
  eight.expect_none_of_a_scan();
}

// Found by reading: a full collection gives objects places before it writes them.
TEST(CyclicScans, what_has_a_place_before_it_is_written_is_none_of_a_scan) {
  Eight eight;
  eight.look(ScanSample::Unused, 0, 1);
  eight.look(ScanSample::None, 0, 2);
  eight.look(ScanSample::None, 0, 3);
  eight.expect_none_of_a_scan();
}

// Found by reading: kept data gave way to what others write and read once, for ever.
TEST(CyclicScans, other_files_that_are_written_all_the_time_do_not_take_the_place_of_all_that_is_kept) {
  const Loads l = compare(110, 960 * M, [](Model* m) {
    for (uint i = 0; i < 4000; i++) {
      m->use(i % 110);
      if (i < 1000 && i % 4 == 0) { m->use(110 + i / 4 % 100); }
    }
  });
  EXPECT_LE(l.with, l.without * 3 / 4);
}

TEST(CyclicScans, what_was_read_in_a_break_is_none_of_a_scan) {
  Eight eight;
  eight.look(ScanSample::None, 0, 1);
  eight.look(ScanSample::All, 0, 2);
  EXPECT_TRUE(eight.chunks[0].is_cyclic);
  ScanSample::Part resident[8];
  std::fill(resident, resident + 8, ScanSample::All);
  CyclicScans::resume(resident, 8, &eight.state);
  eight.expect_none_of_a_scan();
}

// Chunks that are dropped while they are still being read come back at once, and in the first pass nothing else comes back.
TEST(CyclicScans, a_few_early_returns_in_the_first_pass_do_not_pass_for_random_reads) {
  const uint num = 200;
  std::vector<ScanChunk> chunks(num);
  std::vector<ScanSample::Part> resident(num, ScanSample::None);
  std::vector<uint> drop(num);
  ScanState state = {};
  state.chunks = chunks.data();
  uint dropped = 0;
  const auto look_once = [&](int64_t now) {
    const uint n = CyclicScans::decide({ now, resident.data(), num, Chunk, num * Chunk, 0, true, 4 * Chunk, 5 * Tick, 0, true }, &state, drop.data());
    for (uint i = 0; i < n; i++) { resident[drop[i]] = ScanSample::None; }
    return n;
  };
  look_once(1);
  uint next = 0;
  for (int64_t i = 1; next < num; i++) {
    resident[next++] = ScanSample::All;
    const uint n = look_once(i * Tick);
    // One of twelve is read again at the next look.
    for (uint k = 0; k < n; k++) {
      if (dropped++ % 12 == 0) { resident[drop[k]] = ScanSample::All; }
    }
  }
  EXPECT_GE(dropped, num * 3 / 4);
  EXPECT_EQ(0, state.rest);
}

TEST(CyclicScans, rests_become_longer_while_reads_are_random) {
  Model m(110, 960 * M, true);
  std::minstd_rand random(1);
  for (uint i = 0; i < 12000; i++) { m.use((uint)(random() % 110)); }
  EXPECT_GE(m.rest(), 80 * (int64_t)1000000000);
}

// Found by reading: what is left free, and what was dropped for that, was all that the data lacked to fit.
TEST(CyclicScans, data_that_begin_to_fit_are_read_no_more) {
  for (size_t capacity : { 50 * Chunk, 52 * Chunk, 54 * Chunk, 60 * Chunk }) {
    Model m(50, 30 * Chunk, true);
    scan(&m, 0, 50, 6);
    m.set_capacity(capacity);
    scan(&m, 0, 50, 12);
    const uint before = m.loads;
    scan(&m, 0, 50, 10);
    EXPECT_LE(m.loads - before, 10u) << capacity / Chunk << " chunks";
  }
}

// Found by reading: other files' page cache that nobody reads any more stayed for ever, and the data had what it left.
TEST(CyclicScans, what_was_read_of_other_files_does_not_stay_for_ever) {
  Model m(56, 62 * Chunk, true);
  for (uint i = 0; i < 8 * 56; i++) {
    m.use(i % 56);
    m.use(56 + i % 30);
  }
  EXPECT_GT(m.dropped, 0u);
  scan(&m, 0, 56, 12);
  const uint before = m.loads;
  scan(&m, 0, 56, 10);
  EXPECT_LE(m.loads - before, 28u);      // of 560
}

TEST(CyclicScans, other_files_that_are_read_too_keep_their_place) {
  const Loads l = compare(110, 960 * M, [](Model* m) {
    for (uint pass = 0; pass < 12; pass++) {
      for (uint i = 0; i < 110; i++) {
        m->use(i);
        m->use(110 + i % 10);
      }
    }
  });
  EXPECT_LE(l.with, l.without * 3 / 4);
}

TEST(CyclicScans, data_slightly_larger_than_the_page_cache_are_mostly_kept) {
  for (uint num : { 61u, 63u, 66u }) {
    const Loads l = compare(num, 60 * Chunk, [num](Model* m) { scan(m, 0, num, 30); });
    EXPECT_LE(l.with, l.without * 2 / 3) << num;
  }
}

TEST(CyclicScans, a_page_cache_that_has_no_room_although_some_is_free_is_seen) {
  // As where the kernel counts what the balancer does not: it drops while an eighth seems to be free.
  const Loads l = compare(110, 960 * M, [](Model* m) {
    m->hide(120 * M);
    scan(m, 0, 110, 20);
  });
  EXPECT_LE(l.with, l.without * 3 / 4);
}

TEST(CyclicScans, rests_become_shorter_again_while_scans_are_told_rightly) {
  Model m(110, 960 * M, true);
  m.rest(160 * (int64_t)1000000000);
  scan(&m, 0, 110, 20);
  EXPECT_EQ(0, m.rest());
}

} // namespace

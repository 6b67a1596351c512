// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// A small model of a program, its collector and the kernel's page cache, for the properties of the balancer's policies.
#pragma once

#include "gc/parallel/balancer/balancerGuard.hpp"
#include "gc/parallel/balancer/balancerSample.hpp"
#include "gc/parallel/balancer/h1Split.hpp"

namespace model {

const double Second = 1e9;

// What a phase of the program does per second of its own time.
struct Phase {
  double live;            // bytes of live objects in the old generation
  double promoted;        // bytes
  double allocated;       // bytes
  double minor_pause;     // nanoseconds
  double working_set;     // bytes of H2 it reads at random; 0: it reads each page once
  double reads;           // pages of 64 KB it touches
  double device;          // nanoseconds for one page
  bool   cyclic = false;  // it reads its working set in order, again and again: all of it unless all fits
  double h2 = 0;          // bytes in H2, if more than the working set
};

const double Page = 64 * 1024;
const double NanosPerLiveByte = 1.0;
const H1Split::Bounds Bounds = { 2048 * M, 512 * M, 1536 * M, 16 * M, 16 * M, 64 * K };

class Program {
  size_t _budget, _floor, _limit, _last_page_cache = 0;
  double _old_used, _known_live, _now = 0, _last_full = 0, _pause = 0, _interval = 0, _free_at_full = 0;
  double _done = 0;
  bool _asked = false;

public:
  Phase phase;
  double noise = 0;       // relative, of what is measured
  double young_share = 0; // of what live objects leave, see H1Split
  unsigned seed = 1;
  size_t others = 0;      // bytes that other processes of the container hold

  Program(const Phase& p, size_t budget, size_t limit)
      : _budget(budget), _floor(BalancerGuard::floor(32 * M, (size_t)p.live, 16 * M)), _limit(limit), _old_used(p.live), _known_live(p.live), phase(p) {}

  size_t limit() const { return _limit; }
  size_t floor() const { return _floor; }
  size_t budget() const { return _budget; }
  void set_budget(size_t bytes) { _budget = bytes; }
  void set_limit(size_t bytes) { _limit = bytes; }
  void ask_for_full_gc() { _asked = true; }
  double done() const { return _done; }      // seconds of the program's own time
  double seconds() const { return _now / Second; }
  double speed() const { return _done / (_now / Second); }   // of them, in a second of time

  size_t need() const { return BalancerGuard::old_need((size_t)phase.live); }
  double old_limit(double limit) const { return (double)H1Split::old((size_t)limit, need(), {young_share, 0}, Bounds); }
  double eden(double limit) const { return (double)H1Split::young((size_t)limit, need(), {young_share, 0}, Bounds) * 4 / 5; }

  // Share of each second that is lost at a limit, in the long run.
  double gc_per_second(double limit) const {
    const double free = std::max(old_limit(limit) - phase.live, 1.0 * M);
    return (phase.live * NanosPerLiveByte * phase.promoted / free + phase.minor_pause * phase.allocated / eden(limit)) / Second;
  }
  double miss_share(double limit) const {
    const double cache = (double)_budget - limit;
    if (phase.cyclic) {
      return cache < phase.working_set ? 1.0 : 0.0;
    }
    return phase.working_set == 0 ? 1.0 : std::max(0.0, phase.working_set - cache) / phase.working_set;
  }
  double io_per_second(double limit) const { return phase.reads * miss_share(limit) * phase.device / Second; }
  double cost(double limit) const { return gc_per_second(limit) + io_per_second(limit); }

  // Of all limits and all splits of them.
  double best() const {
    Program other = *this;
    double least = cost((double)_floor);
    for (other.young_share = 0; other.young_share <= 0.8; other.young_share += 0.1) {
      for (double l = (double)_floor; l <= (double)_budget; l += (double)(_budget - _floor) / 256) {
        least = std::min(least, other.cost(l));
      }
    }
    return least;
  }

  double measured(double value) {
    seed = seed * 1103515245u + 12345u;
    return value * (1.0 + noise * ((double)((seed >> 8) & 0xffff) / 32768.0 - 1.0));
  }

  // As MemoryBalancer::raise_limit().
  void grow_by(size_t shortage) {
    if (shortage > 0) {
      const size_t wanted = _limit + MAX2((size_t)((double)shortage * Bounds.heap / Bounds.old), Bounds.alignment);
      _limit = MAX2(_limit, MIN2(wanted, _budget));
    }
  }

  BalancerSample step(double nanos) {
    BalancerSample s = {};
    const double io = io_per_second((double)_limit), minor = phase.minor_pause * phase.allocated / eden((double)_limit) / Second;
    const double own = nanos / (1.0 + io + minor);           // the rest of the time is lost
    _done += own / Second;
    _now += nanos;
    const double promoted = phase.promoted * own / Second;
    // What a new phase lets die is not known before a full GC.
    _old_used = std::max(_old_used + promoted, phase.live);
    const bool is_full = _old_used >= old_limit((double)_limit);
    if (is_full || _asked) {
      // While what is live does not fit, each minor collection becomes a full one.
      const double minors = phase.allocated * own / Second / eden((double)_limit);
      s.full_gcs = phase.live >= old_limit((double)_limit) ? MAX2((uint)minors, 1u) : 1;
      s.forced_full_gcs = is_full ? s.full_gcs : 0;
      _asked = false;
      _old_used = _known_live = phase.live;
      _pause = phase.live * NanosPerLiveByte;
      _interval = s.full_gcs > 1 ? nanos / s.full_gcs : _now - _last_full;
      _free_at_full = MAX2(0.0, 1.0 - phase.live / old_limit((double)_limit));
      s.full_time = (int64_t)(_pause * s.full_gcs);
      _now += (double)s.full_time;
      _last_full = _now;
      grow_by(BalancerGuard::shortage((size_t)_old_used, (size_t)old_limit((double)_limit), 0, Bounds.old));
    }
    _floor = BalancerGuard::floor(32 * M, (size_t)_known_live, 16 * M);
    s.now = (int64_t)_now;
    s.interval = (int64_t)(nanos + (double)s.full_time);
    s.floor = _floor;
    s.least_floor = BalancerGuard::floor(32 * M, 0, 16 * M);
    s.ceiling = _budget;
    s.limit = _limit;
    s.committed = _limit;
    s.old_limit = (size_t)old_limit((double)_limit);
    s.old_used = (size_t)_old_used;
    s.old_live = (size_t)_known_live;
    s.eden = (size_t)eden((double)_limit);
    s.young_most = Bounds.young;
    s.promoted = (size_t)promoted;
    s.minor_time = (int64_t)measured(minor * own);
    s.minor_gcs = (uint)(phase.allocated * own / Second / eden((double)_limit));
    s.last_full_pause = (int64_t)_pause;
    s.full_interval = (int64_t)_interval;
    s.free_at_full = _free_at_full;
    s.read_wait = (int64_t)measured(io * own);
    s.read = (size_t)(phase.reads * own / Second * miss_share((double)_limit) * Page);
    s.refaulted = phase.working_set == 0 ? 0 : s.read;
    s.page_cache = _budget - std::min(_limit, _budget);
    s.h2_used = phase.working_set == 0 ? 16 * _budget : (size_t)std::max(phase.working_set, phase.h2);
    // Less the guard's margin it is a little more than the budget.
    s.hard_limit = (_budget + _budget / 64) / 31 * 32;
    s.unreclaimable = _limit + others;
    // The kernel drops pages only when there is no room for others.
    s.all_cache = MIN2(s.h2_used, s.page_cache);
    return s;
  }
};

// Graph processing: a large live set in H1, whose collections cost more than reads.
inline Phase wants_h1() { return { 500.0 * M, 150.0 * M, 900.0 * M, 12e6, 300.0 * M, 200, 200e3 }; }
// Scans of cached data that fits the page cache, or nearly.
inline Phase wants_page_cache() { return { 60.0 * M, 15.0 * M, 250.0 * M, 3e6, 900.0 * M, 12000, 120e3 }; }
// Both in between.
inline Phase mixed() { return { 250.0 * M, 60.0 * M, 500.0 * M, 6e6, 800.0 * M, 4000, 120e3 }; }
// Reads each page once: more page cache cannot help.
inline Phase streaming() { return { 100.0 * M, 30.0 * M, 400.0 * M, 5e6, 0, 4000, 120e3 }; }

} // namespace model

/*
 * Copyright (c) 2026, Spillway contributors. All rights reserved.
 * DO NOT ALTER OR REMOVE COPYRIGHT NOTICES OR THIS FILE HEADER.
 *
 * SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
 *
 * This code is free software; you can redistribute it and/or modify it
 * under the terms of the GNU General Public License version 2 only, as
 * published by the Free Software Foundation. It is distributed WITHOUT
 * ANY WARRANTY; see the LICENSE file that accompanied this code.
 */

#include "gc/parallel/balancer/balancerPace.hpp"
#include "gc/parallel/balancer/balancerReport.hpp"
#include "gc/parallel/balancer/dropBehind.hpp"
#include "gc/parallel/balancer/scanText.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "gc/parallel/h2/h2Space.hpp"
#include "logging/log.hpp"
#include "runtime/os.hpp"

#include <errno.h>
#include <sys/mman.h>

#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21      // Linux 5.4; another kernel says so
#endif

// A folio has 2 MB, and a system call of 0.7 microseconds or two are made for each chunk.
static const size_t LeastChunk = 8 * M;
static const uint   MostChunks = 4096;
// Two pages tell too little of more, and dropping it takes too long: an H2 of 256 GB at most.
static const size_t MostChunk = 64 * M;
// Looking takes at most such a part of the time: where much of a large H2 is used it takes milliseconds.
static const int64_t LookPart = 100;
// After a longer break what is in memory now says nothing about what was read since.
static const int64_t LongestBreak = 5000;
static const int64_t LongestTurnover = 60 * NANOSECS_PER_SEC;

DropBehind::DropBehind()
  : _base(nullptr), _chunk(0), _num(0), _resident(nullptr), _drop(nullptr), _state(), _reads(), _again(false), _fresh(false), _cache(0), _free(0), _slack(0),
    _turnover(0), _read(0), _millis(0), _look_nanos(0), _dropped(0), _text(nullptr), _told(false) {}

void DropBehind::start() {
  _base = (char*)H2Space::bottom();
  _chunk = LeastChunk;
  while (H2Space::reserved_bytes() / _chunk > MostChunks) {
    _chunk *= 2;
  }
  if (_chunk > MostChunk) {
    log_info(balancer)("drops nothing behind cyclic scans: the second heap has more than %zuG", MostChunks * MostChunk / G);
    return;
  }
  _num = (uint)(H2Space::reserved_bytes() / _chunk);
  _resident = NEW_C_HEAP_ARRAY(ScanSample::Part, _num, mtGC);
  _drop = NEW_C_HEAP_ARRAY(uint, _num, mtGC);
  _state.chunks = NEW_C_HEAP_ARRAY(ScanChunk, _num, mtGC);
  _text = NEW_C_HEAP_ARRAY(char, 4 * ScanText::Size, mtGC);
  for (uint i = 0; i < _num; i++) {
    CyclicScans::stayed(&_state, i, 0);
  }
  _start = _last = Ticks::now();
  BalancerReport::set_scans(false, 0);
}

void DropBehind::report(bool before, const BalancerSample& s) const {
  if (_again != before) {
    log_info(balancer)("%s: %zuM refaulted of %zuM read, reads %.1f%% of the time; %zuM dropped so far",
                       _again ? "looks for cyclic scans" : "looks for no more cyclic scans", s.refaulted / M, s.read / M,
                       (double)s.read_wait / (double)MAX2(s.interval, (int64_t)1) * 100, (size_t)(_dropped / M));
  }
}

void DropBehind::note(const BalancerSample& s) {
  if (_num == 0) {
    return;
  }
  const bool before = _again;
  CyclicScans::note_reads(s, &_reads);
  const size_t rate = CyclicScans::rate(_reads);
  _read += (double)s.read;
  _cache = s.all_cache;
  _slack = CyclicScans::slack(_cache, _chunk);
  _millis = MAX2(CyclicScans::millis(_slack, rate), MIN2(_look_nanos * LookPart / NANOSECS_PER_MILLISEC, LongestBreak / 4));
  _again = _reads.again && _slack <= _cache / 2 && CyclicScans::keeps_up(_slack, rate, _millis);
  if (!_again) {
    _look_nanos -= _look_nanos / 16;      // or one that took long would be the last
  }
  report(before, s);
  // Not with each look: the thread counts as blocked then.
  if (_told) {
    BalancerReport::report_drop(_text + 2 * ScanText::Size);
    _told = false;
  }
  BalancerReport::set_scans(_again, _dropped);
  const size_t taken = s.unreclaimable + s.all_cache;
  _free = s.hard_limit - MIN2(s.hard_limit, taken);
  _turnover = MIN2((int64_t)((double)_cache / (double)MAX2(rate, (size_t)1) * 1e6), LongestTurnover);
  _fresh = true;
}

int64_t DropBehind::millis_to_look() const {
  return _num > 0 && _again ? MAX2(_millis - (int64_t)(Ticks::now() - _last).milliseconds(), (int64_t)1) : BalancerPace::Never;
}

bool DropBehind::is_resident(size_t offset) const {
  unsigned char page = 0;
  char* const at = align_down(_base + offset, os::vm_page_size());
  return ::mincore(at, os::vm_page_size(), &page) == 0 && (page & 1) != 0;
}

bool DropBehind::has_objects(size_t offset) const {
  const H2Region* region = H2Regions::at(H2Space::index_of(_base + offset));
  if (region->state() == H2Region::Free || region->is_in_memory()) {
    return false;
  }
  region = H2Regions::at(region->head());
  return (char*)region->top() > _base + offset;
}

// A page near each end of what has objects tells; without the first one a chunk is not there, or is only begun from its end.
ScanSample::Part DropBehind::part(uint chunk) const {
  const size_t eighth = _chunk / 8, end = (chunk + 1) * _chunk;
  size_t first = chunk * _chunk + eighth;
  while (first < end && !has_objects(first)) {
    first += eighth;
  }
  if (first >= end) {
    return ScanSample::Unused;
  }
  if (!is_resident(first)) {
    return ScanSample::None;
  }
  const size_t last = end - eighth;
  return !has_objects(last) || is_resident(last) ? ScanSample::All : ScanSample::Some;
}

void DropBehind::look() {
  for (uint i = 0; i < _num; i++) {
    _resident[i] = part(i);
  }
}

bool DropBehind::is_in_memory(uint chunk) const {
  const uint end = H2Space::index_of(_base + (chunk + 1) * _chunk - 1) + 1;
  for (uint i = H2Space::index_of(_base + chunk * _chunk); i < end; i++) {
    if (H2Regions::at(i)->is_in_memory()) {
      return true;
    }
  }
  return false;
}

void DropBehind::stop(const char* why) {
  log_warning(balancer)("The memory balancer cannot drop what cyclic scans have passed, and goes on as with policy marginal: %s", why);
  _num = 0;
  BalancerReport::set_scans(false, _dropped);
}

// What random reads have left in memory has gaps.
bool DropBehind::is_whole(uint chunk) const {
  const size_t eighth = _chunk / 8, end = (chunk + 1) * _chunk;
  for (size_t at = chunk * _chunk; at < end; at += eighth) {
    if (has_objects(at) && !is_resident(at)) {
      return false;
    }
  }
  return true;
}

bool DropBehind::drop(uint chunk) {
  bool stays = !is_whole(chunk) || is_in_memory(chunk);
  if (!stays) {
    if (::madvise(_base + chunk * _chunk, _chunk, MADV_PAGEOUT) != 0) {
      stop(os::strerror(errno));
      return false;
    }
    const ScanSample::Part now = part(chunk);
    stays = now == ScanSample::Some || now == ScanSample::All;
  }
  if (stays) {
    CyclicScans::stayed(&_state, chunk, _chunk);
  } else {
    _dropped += _chunk;
  }
  return !stays;
}

// Text is made only where somebody wants it: each look for the log, those that drop for a recording.
uint DropBehind::drop_all(uint num, const ScanSample& s, bool resumed) {
  const bool is_told = log_is_enabled(Trace, balancer) || (num > 0 && BalancerReport::records());
  char* const list = _text + ScanText::Size;
  list[0] = '\0';
  uint gone = 0;
  for (uint i = 0; i < num && _num > 0; i++) {
    const bool stays = !drop(_drop[i]);
    gone += stays ? 0 : 1;
    if (is_told) {
      ScanText::add(_drop[i], stays, list, ScanText::Size);
    }
  }
  if (is_told) {
    ScanText::print(s, resumed, _text, ScanText::Size);
    log_trace(balancer)("look %s -> drop%s", _text, list);
    if (num > 0) {
      os::snprintf(_text + 2 * ScanText::Size, 2 * ScanText::Size, "%s -> drop%s", _text, list);
      _told = true;
    }
  }
  return gone;
}

void DropBehind::look_if_due() {
  const Ticks now = Ticks::now();
  const int64_t since = (int64_t)(now - _last).milliseconds();
  if (_num == 0 || !_again || since < _millis) {
    return;
  }
  const jlong start = os::current_thread_cpu_time();
  look();
  _look_nanos += ((int64_t)(os::current_thread_cpu_time() - start) - _look_nanos) / 8;
  const bool resumed = since > LongestBreak;
  if (resumed) {
    CyclicScans::resume(_resident, _num, &_state);
  }
  const ScanSample s = { (int64_t)(now - _start).nanoseconds(), _resident, _num, _chunk, _cache, _free, _fresh, _slack, _turnover, _read, _again };
  _fresh = false;
  const uint num = CyclicScans::decide(s, &_state, _drop);
  const uint gone = drop_all(num, s, resumed);
  _last = Ticks::now();
  if (num > 0) {
    log_debug(balancer)("dropped %u of %u chunks of %zuM behind cyclic scans, %zuM free, of which %zuM are to be left; they come back after %.1f s, %u of %u early, %.0f%% of probes do not", gone, num, _chunk / M,
                        _state.free / M, _slack / M, _state.usual / 1e9, _state.early, _state.judged, 100 * _state.unused);
  }
}

// SPDX-License-Identifier: Apache-2.0
#include "policy.h"

// A JVM of which nothing is known yet; near what an idle one of a small tool takes.
static const uint64_t EXPECTED_MEMORY = 200ull << 20;

uint64_t default_idle_memory(uint64_t memory) {
  uint64_t share = memory / 8, one = memory / 4 < EXPECTED_MEMORY ? memory / 4 : EXPECTED_MEMORY;
  return share > one ? share : one;
}

// A new server will need about as much as the smallest idle one has. What a run takes at its height says nothing of an idle server.
static uint64_t expected_memory(const ServerSample *sample, size_t count) {
  uint64_t least = 0;
  for (size_t i = 0; i < count; i++)
    if (!sample[i].busy && sample[i].memory > 0 && (least == 0 || sample[i].memory < least)) least = sample[i].memory;
  return least > 0 ? least : EXPECTED_MEMORY;
}

// A server that was used within so long is in use, if only by programs that run in turns: such servers go last, the least recently used first. Their memory
// and runs say little: a new server is the largest, as no reset has trimmed it, and has no runs, so the next one to start would end it.
static const uint64_t IN_USE_MS = 10 * 1000;

// What an idle server costs: memory times the time nobody has wanted it, by how often it was wanted. The dearest is worth least. Of the runs the number of
// binary digits counts: a server of a hundred runs must give way to two that are new, or these would end each other in turns.
static double cost(const ServerSample *s) {
  if (s->idle_ms < IN_USE_MS) return (double)s->idle_ms - (double)IN_USE_MS;  // below all others
  unsigned digits = 1;
  for (uint64_t runs = (uint64_t)s->runs + 1; runs > 1; runs /= 2) digits++;
  return (double)s->memory * (double)s->idle_ms / digits;
}

static size_t dearest(const ServerSample *sample, size_t count, size_t but, const bool *evict) {
  size_t found = count;
  for (size_t i = 0; i < count; i++)
    if (i != but && !sample[i].busy && !evict[i] && (found == count || cost(&sample[i]) > cost(&sample[found]))) found = i;
  return found;
}

// A large server that goes late makes room for some that went before it: the most valuable ones stay.
static void spare(const ServerSample *sample, size_t count, const PoolLimits *limits, size_t servers, uint64_t idle_memory, bool *evict) {
  for (;;) {
    size_t found = count;
    for (size_t i = 0; i < count; i++)
      if (evict[i] && idle_memory + sample[i].memory <= limits->idle_memory && (found == count || cost(&sample[i]) < cost(&sample[found]))) found = i;
    if (found == count || servers >= limits->servers) return;
    evict[found] = false;
    servers++;
    idle_memory += sample[found].memory;
  }
}

StartDecision decide_start(const ServerSample *sample, size_t count, const PoolLimits *limits, bool *evict) {
  uint64_t new_memory = expected_memory(sample, count), idle_memory = new_memory;
  size_t servers = count + 1;
  for (size_t i = 0; i < count; i++) {
    evict[i] = false;
    if (!sample[i].busy) idle_memory += sample[i].memory;
  }
  if (limits->servers == 0) return (StartDecision){false, "servers are switched off"};
  if (new_memory > limits->idle_memory) return (StartDecision){false, "a server needs more than the memory for idle ones"};
  while (servers > limits->servers || idle_memory > limits->idle_memory) {
    size_t victim = dearest(sample, count, count, evict);
    if (victim == count) return (StartDecision){false, "pool is full of busy servers"};
    evict[victim] = true;
    servers--;
    idle_memory -= sample[victim].memory;
  }
  spare(sample, count, limits, servers, idle_memory, evict);
  return (StartDecision){true, NULL};
}

void decide_evictions(const ServerSample *sample, size_t count, const PoolLimits *limits, bool *evict) {
  uint64_t idle_memory = 0;
  size_t used = count;
  for (size_t i = 0; i < count; i++) {
    evict[i] = false;
    if (sample[i].busy) continue;
    idle_memory += sample[i].memory;
    if (used == count || sample[i].idle_ms < sample[used].idle_ms) used = i;
  }
  while (idle_memory > limits->idle_memory) {
    size_t victim = dearest(sample, count, used, evict);
    if (victim == count) break;
    evict[victim] = true;
    idle_memory -= sample[victim].memory;
  }
  spare(sample, count, &(PoolLimits){count + 1, limits->idle_memory}, 0, idle_memory, evict);
}

// SPDX-License-Identifier: Apache-2.0
#include "evict.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "events.h"
#include "inspect.h"

typedef struct {
  Strings names;
  ServerSample *samples;
  struct timespec *used;
  bool *evict;
} Servers;

// seen: its last use when it was chosen.
static void evict_server(const Pool *pool, const char *server, struct timespec seen, const char *reason) {
  int lock = lock_server(pool, server);
  if (lock < 0) return;
  if (!same_time(seen, last_use(pool, server))) {  // a run came first
    close(lock);
    return;
  }
  EndResult result = end_server(pool, server);
  if (result == SERVER_ENDED) log_event(pool, "evicted", server, reason, NULL);
  if (result == SERVER_DEAD) (void)remove_abandoned(pool, server);
  close(lock);
}

static uint64_t count_runs(const Event *events, size_t count, const char *server) {
  uint64_t runs = 0;
  for (size_t i = 0; i < count; i++) runs += strncmp(events[i].server, server, KEY_DIGITS) == 0 && (same(events[i].kind, "warm") || same(events[i].kind, "cold"));
  return runs;
}

static Servers sample_servers(const Pool *pool) {
  Strings all = {0};
  size_t count;
  Event *events = read_events(pool, &count);
  list_servers(pool, NULL, &all);
  Servers s = {.samples = allocate((all.count + 1) * sizeof(ServerSample)), .used = allocate((all.count + 1) * sizeof(struct timespec)),
               .evict = allocate((all.count + 1) * sizeof(bool))};
  for (size_t i = 0; i < all.count; i++) {
    struct timespec used = last_use(pool, all.item[i]);
    ServerView view = view_server(pool, all.item[i]);
    if (view.pid == 0 && !view.sample.busy) {
      evict_server(pool, all.item[i], used, NULL);  // dead: takes no room
      continue;
    }
    s.samples[s.names.count] = view.sample;
    s.used[s.names.count] = used;
    s.samples[s.names.count].runs = count_runs(events, count, all.item[i]);
    add_string(&s.names, all.item[i]);
  }
  return s;
}

static void evict_chosen(const Pool *pool, const Servers *s, const char *reason) {
  for (size_t i = 0; i < s->names.count; i++)
    if (s->evict[i]) evict_server(pool, s->names.item[i], s->used[i], reason);
}

StartDecision make_room(const Pool *pool, const PoolLimits *limits) {
  Servers s = sample_servers(pool);
  StartDecision decision = decide_start(s.samples, s.names.count, limits, s.evict);
  if (decision.start) evict_chosen(pool, &s, "room for another server");
  return decision;
}

void evict_for_memory(const Pool *pool, const PoolLimits *limits) {
  // Keepers that look at the same time would see each other's servers locked, which counts as busy.
  int turn = openat(pool->fd, "evicting", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (turn >= 0) flock(turn, LOCK_EX);
  Servers s = sample_servers(pool);
  decide_evictions(s.samples, s.names.count, limits, s.evict);
  evict_chosen(pool, &s, "idle servers have grown beyond their memory");
  if (turn >= 0) close(turn);
}

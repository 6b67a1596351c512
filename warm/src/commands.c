// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "events.h"
#include "inspect.h"
#include "prepare.h"
#include "reasons.h"
#include "session.h"
#include "settings.h"
#include "start.h"

enum { WARM_WAIT_MS = 120000, START_WAIT_MS = 30000, LAST_EVENTS = 10 };

static size_t count_events(const Event *events, size_t count, const char *kind, const char *server) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += same(events[i].kind, kind) && (server == NULL || same(events[i].server, server));
  return found;
}

// What tells best why a server ended: that others needed its room, that its run ended with it, else what its keeper saw.
static int rank_of_end(const Event *e) {
  if (same(e->kind, "evicted")) return 3;
  if (!same(e->kind, "ended")) return 0;
  return same(e->reason, "server ended in a run") ? 2 : 1;
}

// One event for each server that has ended, of kind "ended".
static Event *ends_of_servers(const Event *events, size_t count, size_t *ends) {
  Event *found = allocate((count + 1) * sizeof(Event));
  *ends = 0;
  for (size_t i = 0; i < count; i++) {
    if (rank_of_end(&events[i]) == 0) continue;
    size_t at = *ends;
    // The events of one end are close together.
    while (at > 0 && !same(found[at - 1].server, events[i].server)) at--;
    if (at == 0) found[(*ends)++] = events[i];
    else if (rank_of_end(&events[i]) > rank_of_end(&found[at - 1])) found[at - 1] = events[i];
  }
  for (size_t i = 0; i < *ends; i++) {
    if (same(found[i].kind, "evicted")) found[i].detail = found[i].reason, found[i].reason = copy_text("evicted");
    found[i].kind = copy_text("ended");
  }
  return found;
}

static const char *time_text(const Event *event) {
  static char when[32];
  time_t seconds = (time_t)strtoll(event->time, NULL, 10);
  strftime(when, sizeof when, "%F %T", localtime(&seconds));
  return when;
}

static unsigned long long mb(uint64_t bytes) { return (unsigned long long)(bytes >> 20); }

static bool has_key(const char *server, const char *key) { return strncmp(server, key, KEY_DIGITS) == 0; }

// The keys of servers, and of runs in the log. What went to plain java before its key was known has none.
static Strings known_keys(const Event *events, size_t count, const Strings *servers) {
  Strings keys = {0};
  for (size_t i = 0; i < count + servers->count; i++) {
    const char *name = i < count ? events[i].server : servers->item[i - count];
    if (strlen(name) < KEY_DIGITS || (i < count && !same(events[i].kind, "warm") && !same(events[i].kind, "cold"))) continue;
    size_t k = 0;
    while (k < keys.count && !has_key(name, keys.item[k])) k++;
    if (k == keys.count) add_string(&keys, copy_bytes(name, KEY_DIGITS));
  }
  return keys;
}

static void print_rate(size_t warm, size_t cold) {
  printf("%zu warm, %zu on plain java", warm, cold);
  if (warm + cold > 0) printf(" (%.0f%% warm)", 100.0 * (double)warm / (double)(warm + cold));
}

static void print_key(const char *key, const Event *events, size_t count, const Strings *servers, const ServerView *views) {
  size_t warm = 0, cold = 0, own = 0;
  uint64_t memory = 0;
  for (size_t i = 0; i < count; i++) {
    if (!has_key(events[i].server, key)) continue;
    warm += same(events[i].kind, "warm");
    cold += same(events[i].kind, "cold");
  }
  for (size_t i = 0; i < servers->count; i++) {
    if (!has_key(servers->item[i], key)) continue;
    own++;
    memory += views[i].sample.memory;
  }
  printf("key        %s  servers %zu  %llu MB  runs ", key, own, mb(memory));
  print_rate(warm, cold);
  printf("\n");
}

int pool_status(const Pool *pool) {
  complain_of_settings();
  Strings servers = {0};
  size_t count, free_servers = 0;
  uint64_t memory = 0;
  Event *events = read_events(pool, &count);
  list_servers(pool, NULL, &servers);
  ServerView *views = allocate((servers.count + 1) * sizeof(ServerView));
  for (size_t i = 0; i < servers.count; i++) {
    views[i] = view_server(pool, servers.item[i]);
    memory += views[i].sample.memory;
    free_servers += !views[i].sample.busy;
  }
  size_t warm = count_events(events, count, "warm", NULL), cold = count_events(events, count, "cold", NULL);
  printf("directory  %s\n", pool->path);
  printf("servers    %zu, %zu of them free, %llu MB resident\n", servers.count, free_servers, mb(memory));
  printf("runs       ");
  print_rate(warm, cold);
  size_t ended;
  (void)ends_of_servers(events, count, &ended);
  printf("\nended      %zu servers\n", ended);
  // The log has an end.
  if (count > 0) printf("since      %s\n", time_text(events));
  Strings keys = known_keys(events, count, &servers);
  for (size_t k = 0; k < keys.count; k++) print_key(keys.item[k], events, count, &servers, views);
  return 0;
}

// What tells one key from another for a person: its options.
static void print_options(const Pool *pool, const char *server) {
  Buffer key = {0};
  if (!read_file(pool->fd, format("%s/key", server), 16 << 20, &key)) return;
  for (char *line = strtok(buffer_text(&key), "\n"); line != NULL; line = strtok(NULL, "\n")) {
    const char *option = after(line, "option ");
    if (option != NULL) printf("  %.200s\n", option);
  }
}

int pool_list(const Pool *pool, bool only_pids) {
  Strings servers = {0};
  size_t count;
  Event *events = read_events(pool, &count);
  list_servers(pool, NULL, &servers);
  for (size_t i = 0; i < servers.count; i++) {
    const char *server = servers.item[i];
    ServerView view = view_server(pool, server);
    if (only_pids) {
      if (view.pid > 0) printf("%d\n", view.pid);
      continue;
    }
    uint64_t age = (boot_time_ns() - server_start_ns(server)) / 1000000000u;
    printf("%s  pid %d  %s  age %llus  runs %zu  %llu MB\n", server, view.pid,
           view.sample.busy ? (view.pid > 0 ? "busy" : "starting") : (view.pid > 0 ? "free" : "dead"), (unsigned long long)age,
           count_events(events, count, "warm", server), mb(view.sample.memory));
    print_options(pool, server);
  }
  return 0;
}

int pool_why(const Pool *pool) {
  size_t count;
  Event *events = read_events(pool, &count);
  print_reasons(events, count, "cold", "runs on plain java, by reason:");
  print_reasons(events, count, "refused", "runs or starts that were refused, by reason:");
  print_reasons(events, count, "killed", "servers that were killed for not answering a run, by reason:");
  size_t ended;
  Event *ends = ends_of_servers(events, count, &ended);
  print_reasons(ends, ended, "ended", "servers that ended, by reason:");
  if (count > 0) printf("last events:\n");
  for (size_t i = count > LAST_EVENTS ? count - LAST_EVENTS : 0; i < count; i++) {
    printf("  %s  %s  %s  %s  %s\n", time_text(&events[i]), events[i].kind, events[i].server, events[i].reason, events[i].detail);
  }
  return 0;
}

// It holds its lock and does not listen yet; its keeper lives.
static bool is_starting(const Pool *pool, const char *server) {
  int pid, lock = lock_server(pool, server), connection = lock < 0 ? connect_server(pool, server, &pid) : -1;
  bool starting = lock < 0 && connection < 0 && means_dead(errno) && has_keeper(pool, server);
  if (lock >= 0) close(lock);
  if (connection >= 0) close(connection);
  return starting;
}

// Waits for a server that is starting until the deadline, else it would be there a moment later.
static bool stop_server(const Pool *pool, const char *server, bool force, uint64_t deadline) {
  while (boot_time_ns() < deadline && is_starting(pool, server)) usleep(20000);
  int lock = lock_server(pool, server);
  if (lock < 0 && !force) {
    printf("%s is busy: not stopped (--force ends it and its run)\n", server);
    return false;
  }
  EndResult result = lock >= 0 ? end_server(pool, server) : end_server_and_run(pool, server);
  bool dead = result == SERVER_DEAD && lock >= 0;
  bool removed = dead && remove_abandoned(pool, server);
  const char *what = result == SERVER_ENDED ? "stopped" : removed ? "was dead: removed" : dead ? "is dead: its keeper removes it" : "could not be reached";
  printf("%s %s\n", server, what);
  if (lock >= 0) close(lock);
  return result == SERVER_ENDED || dead;
}

int pool_stop(const Pool *pool, bool force, char **servers) {
  Strings all = {0};
  bool stopped = true;
  uint64_t deadline = boot_time_ns() + START_WAIT_MS * (uint64_t)1000000;
  if (*servers == NULL) list_servers(pool, NULL, &all);
  for (char **server = *servers == NULL ? all.item : servers; server != NULL && *server != NULL; server++) {
    if (is_server_name(*server)) {
      stopped = stop_server(pool, *server, force, deadline) && stopped;
    } else {
      fprintf(stderr, "spillway: %s is not a server's name\n", *server);
      stopped = false;
    }
  }
  return stopped ? 0 : 1;
}

// Why no server was started, since the log had so many events at that time; NULL: nobody said so. The log may have been cut meanwhile.
static const char *refusal_since(const Pool *pool, size_t before, time_t time) {
  size_t now;
  Event *events = read_events(pool, &now);
  bool cut = now < before;
  for (size_t i = cut ? 0 : before; i < now; i++) {
    if (cut && strtoll(events[i].time, NULL, 10) <= (long long)time) continue;
    if (same(events[i].kind, "refused")) return events[i].reason;
    if (same(events[i].kind, "ended") && same(events[i].reason, "server did not start")) return format("%s: %s", events[i].reason, events[i].detail);
  }
  return NULL;
}

int pool_warm(const Pool *pool, int argc, char **argv) {
  const char *name = strrchr(argv[0], '/');
  if (!same(name != NULL ? name + 1 : argv[0], "java")) {
    fprintf(stderr, "spillway: %s is no java: after -- comes the command line of a run\n", argv[0]);
    return 2;
  }
  complain_of_settings();
  char *jdk = find_jdk();
  if (jdk == NULL) {
    fprintf(stderr, "spillway: no JDK behind this directory: %s\n", strerror(errno));
    return 1;
  }
  size_t before;
  time_t start = time(NULL);
  (void)read_events(pool, &before);
  for (int ms = 0; ms < WARM_WAIT_MS; ms += 50) {
    Run run = {.jdk = jdk, .pool = *pool};
    const char *reason = prepare_run(&run, argc, argv);
    if (reason != NULL) {
      fprintf(stderr, "spillway: such a run cannot be warm: %s%s%s\n", reason, run.launch.detail ? ": " : "", run.launch.detail ? run.launch.detail : "");
      return 1;
    }
    if (run.key.hash[0] != '\0' && has_free_server(pool, run.key.hash)) return 0;
    const char *refusal = refusal_since(pool, before, start);
    if (refusal != NULL) {
      fprintf(stderr, "spillway: no server was started: %s\n", refusal);
      return 1;
    }
    // Whoever was starting another one of this user's when it was asked has started none.
    if (ms % 2000 == 0) start_server_behind(&run);
    usleep(50000);
  }
  fprintf(stderr, "spillway: the server did not become ready in time\n");
  return 1;
}

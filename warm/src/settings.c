// SPDX-License-Identifier: Apache-2.0
#include "settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "group_memory.h"
#include "policy.h"
#include "util.h"

static uint64_t number_of(const char *name, uint64_t otherwise, uint64_t most) {
  const char *text = getenv(name);
  if (text == NULL || text[0] < '0' || text[0] > '9') return otherwise;
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  return errno == 0 && *end == '\0' && value <= most ? value : otherwise;
}

static void complain_of(const char *name, uint64_t otherwise, uint64_t most) {
  const char *text = getenv(name);
  // What can be read is the same whatever the default is.
  if (text == NULL || number_of(name, 0, most) == number_of(name, 1, most)) return;
  fprintf(stderr, "spillway: %s=%.40s is no number from 0 to %llu: %llu is used\n", name, text, (unsigned long long)most, (unsigned long long)otherwise);
}

bool warm_is_off(void) {
  static const char *const words[] = {"off", "0", "false", "no", NULL};
  const char *text = getenv("SPILLWAY_WARM");
  for (const char *const *word = words; text != NULL && *word != NULL; word++)
    if (strcasecmp(text, *word) == 0) return true;
  return false;
}

enum { SERVERS = 4, SERVERS_MOST = 1000, MEMORY_MOST = 1 << 30, IDLE_S = 600, IDLE_MOST = 1 << 30 };

PoolLimits pool_limits(void) {
  uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t group = group_memory_limit("/proc/self/cgroup", "/sys/fs/cgroup"), memory = group < machine ? group : machine;
  PoolLimits limits = {
      .servers = (size_t)number_of("SPILLWAY_WARM_SERVERS", SERVERS, SERVERS_MOST),
      .idle_memory = number_of("SPILLWAY_WARM_MEMORY", default_idle_memory(memory) >> 20, MEMORY_MOST) << 20,
  };
  return limits;
}

uint64_t idle_limit_ms(void) { return number_of("SPILLWAY_WARM_IDLE", IDLE_S, IDLE_MOST) * 1000; }

void complain_of_settings(void) {
  complain_of("SPILLWAY_WARM_SERVERS", SERVERS, SERVERS_MOST);
  complain_of("SPILLWAY_WARM_MEMORY", pool_limits().idle_memory >> 20, MEMORY_MOST);
  complain_of("SPILLWAY_WARM_IDLE", IDLE_S, IDLE_MOST);
}

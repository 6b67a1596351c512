// SPDX-License-Identifier: Apache-2.0
#include "settings.h"

#include <errno.h>
#include <stdlib.h>
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

bool warm_is_off(void) {
  const char *text = getenv("SPILLWAY_WARM");
  return text != NULL && same(text, "off");
}

PoolLimits pool_limits(void) {
  uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t group = group_memory_limit("/proc/self/cgroup", "/sys/fs/cgroup"), memory = group < machine ? group : machine;
  PoolLimits limits = {
      .servers = (size_t)number_of("SPILLWAY_WARM_SERVERS", 4, 1000),
      .idle_memory = number_of("SPILLWAY_WARM_MEMORY", default_idle_memory(memory) >> 20, 1 << 30) << 20,
  };
  return limits;
}

uint64_t idle_limit_ms(void) { return number_of("SPILLWAY_WARM_IDLE", 600, 1 << 30) * 1000; }

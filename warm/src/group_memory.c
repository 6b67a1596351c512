// SPDX-License-Identifier: Apache-2.0
#include "group_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

enum { FILE_LIMIT = 1 << 16 };

static uint64_t limit_in(const char *file) {
  Buffer text = {0};
  char *end;
  if (!read_file(AT_FDCWD, file, 100, &text) || text.length == 0 || text.data[0] < '0' || text.data[0] > '9') return UINT64_MAX;
  errno = 0;
  unsigned long long value = strtoull(buffer_text(&text), &end, 10);
  return errno == 0 && (*end == '\0' || *end == '\n') ? value : UINT64_MAX;
}

// From the group up to the root. Where a container shows only its own part of the tree, that part is at the root.
static uint64_t least_limit(const char *mount, char *group, const char *name) {
  uint64_t least = UINT64_MAX;
  for (;;) {
    uint64_t limit = limit_in(format("%s%s/%s", mount, same(group, "/") ? "" : group, name));
    least = limit < least ? limit : least;
    char *slash = strrchr(group, '/');
    if (slash == NULL || *group == '\0') return least;
    *slash = '\0';
  }
}

// A line is "number:controllers:path"; version 2 has number 0 and no controllers.
static uint64_t limit_of_line(const char *mount, char *line) {
  char *controllers = strchr(line, ':'), *path = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
  if (path == NULL) return UINT64_MAX;
  *controllers++ = '\0';
  *path++ = '\0';
  if (same(line, "0") && *controllers == '\0') return least_limit(mount, path, "memory.max");
  for (char *name; (name = strsep(&controllers, ",")) != NULL;)
    if (same(name, "memory")) return least_limit(format("%s/memory", mount), path, "memory.limit_in_bytes");
  return UINT64_MAX;
}

uint64_t group_memory_limit(const char *groups, const char *mount) {
  Buffer text = {0};
  uint64_t least = UINT64_MAX;
  if (!read_file(AT_FDCWD, groups, FILE_LIMIT, &text)) return least;
  char *rest = buffer_text(&text);
  for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
    uint64_t limit = limit_of_line(mount, line);
    least = limit < least ? limit : least;
  }
  return least;
}

// SPDX-License-Identifier: Apache-2.0
#include "native_memory.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

size_t native_memory(size_t for_code) {
  struct mallinfo2 all = mallinfo2();
  size_t given = all.uordblks + all.hblkhd;
  return given > for_code ? given - for_code : 0;
}

// Of a line of /proc/self/maps: addresses, access, offset, device, inode, path. Libraries are looked for elsewhere, devices have no content,
// and the VM itself keeps hsperfdata.
static bool is_left(const char *line, const char *path, const char *image) {
  static const char *const other[] = {".so", "/hsperfdata_", "/memfd:", "/SYSV"};
  char access[8] = "";
  const char *inside = after(path, image);
  if (sscanf(line, "%*s %7s", access) != 1 || (inside != NULL && inside[0] == '/') || after(path, "/dev/") != NULL) return false;
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (strstr(path, other[i]) != NULL) return false;
  return strstr(path, " (deleted)") != NULL || (access[1] == 'w' && access[3] == 's');
}

static char *find_mapping(const char *image) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) return copy_text("mappings cannot be listed");
  char *line = NULL, *found = NULL;
  size_t size = 0;
  while (found == NULL && getline(&line, &size, maps) > 0) {
    char *path = strchr(line, '/');
    if (path == NULL) continue;
    path[strcspn(path, "\n")] = '\0';
    if (is_left(line, path, image)) found = format("a file is still mapped: %s", path);
  }
  free(line);
  fclose(maps);
  return found;
}

char *find_memory(const char *image, size_t before, size_t now) {
  size_t left_mb = (now > before ? now - before : 0) >> 20;
  if (left_mb > NATIVE_LEFT_MB) return format("runs have left %zu MB outside of the heap", left_mb);
  return find_mapping(image);
}

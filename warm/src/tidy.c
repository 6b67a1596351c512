// SPDX-License-Identifier: Apache-2.0
#include "tidy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HOUR_S = 3600, DAY_S = 24 * HOUR_S, MONTH_S = 30 * DAY_S };

// Calls `remove` for each entry with that prefix that has not changed for so long. A time in the future does not count.
static void each_old(int parent, const char *prefix, time_t age, void (*remove)(int parent, const char *name)) {
  int fd = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
  time_t now = time(NULL);
  if (directory == NULL) return;
  for (struct dirent *found; (found = readdir(directory)) != NULL;) {
    struct stat s;
    if (found->d_name[0] == '.' || after(found->d_name, prefix) == NULL) continue;
    if (fstatat(parent, found->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 && s.st_mtim.tv_sec < now - age) remove(parent, found->d_name);
  }
  closedir(directory);
}

static void remove_file(int parent, const char *name) { unlinkat(parent, name, 0); }

static void remove_flat_directory(int parent, const char *name) {
  int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return;
  each_old(fd, "", 0, remove_file);
  close(fd);
  unlinkat(parent, name, AT_REMOVEDIR);
}

// Nobody can take its lock, so it would count as starting for ever.
static void remove_lockless_server(int parent, const char *name) {
  if (is_server_name(name) && faccessat(parent, format("%s/lock", name), F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT) remove_flat_directory(parent, name);
}

void tidy_pool(const Pool *pool) {
  int cache = pool_directory(pool, "classpaths");
  if (cache >= 0) {
    each_old(cache, "", MONTH_S, remove_file);
    close(cache);
  }
  each_old(pool->fd, "failed.", DAY_S, remove_file);
  each_old(pool->fd, "new.", HOUR_S, remove_flat_directory);
  each_old(pool->fd, "gone.", HOUR_S, remove_flat_directory);
  each_old(pool->fd, "", HOUR_S, remove_lockless_server);
}

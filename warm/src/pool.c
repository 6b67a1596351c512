// SPDX-License-Identifier: Apache-2.0
#include "pool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "events.h"

// A directory of this user that nobody else can write to; with private_only nobody else may even read it.
static int open_own(int parent, const char *path, bool private_only) {
  int fd = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat s;
  if (fd < 0) return -1;
  if (fstat(fd, &s) == 0 && s.st_uid == geteuid() && (s.st_mode & (private_only ? 077 : 022)) == 0) return fd;
  close(fd);
  return -1;
}

Pool open_pool(void) {
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  Pool pool = {.fd = -1};
  int parent = runtime != NULL && runtime[0] == '/' ? open_own(AT_FDCWD, runtime, false) : -1;
  pool.path = parent >= 0 ? format("%s/spillway-warm", runtime) : format("/tmp/spillway-warm-%u", (unsigned)geteuid());
  if (parent >= 0) close(parent);
  if (geteuid() != getuid() || getegid() != getgid()) {
    pool.reason = "program has another user's rights";
    return pool;
  }
  if (mkdir(pool.path, 0700) != 0 && errno != EEXIST) pool.reason = "pool directory cannot be made";
  else if ((pool.fd = open_own(AT_FDCWD, pool.path, true)) < 0) pool.reason = "pool directory is not private";
  return pool;
}

int pool_directory(const Pool *pool, const char *name) {
  if (mkdirat(pool->fd, name, 0700) != 0 && errno != EEXIST) return -1;
  return open_own(pool->fd, name, true);
}

bool is_server_name(const char *name) {
  return strlen(name) == KEY_DIGITS + 1 + START_DIGITS && name[KEY_DIGITS] == '.' && strspn(name, "0123456789abcdef") == KEY_DIGITS &&
         strspn(name + KEY_DIGITS + 1, "0123456789abcdef") == START_DIGITS;
}

uint64_t server_start_ns(const char *name) { return strtoull(name + KEY_DIGITS + 1, NULL, 16); }

static int by_start(const void *a, const void *b) {
  return strcmp(*(char *const *)a + KEY_DIGITS, *(char *const *)b + KEY_DIGITS);
}

void list_servers(const Pool *pool, const char *key, Strings *names) {
  int fd = openat(pool->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
  if (directory == NULL) return;
  for (struct dirent *found; (found = readdir(directory)) != NULL;) {
    if (!is_server_name(found->d_name)) continue;
    if (key == NULL || strncmp(found->d_name, key, KEY_DIGITS) == 0) add_string(names, copy_text(found->d_name));
  }
  closedir(directory);
  if (names->count > 0) qsort(names->item, names->count, sizeof(char *), by_start);
}

int lock_server(const Pool *pool, const char *name) {
  struct stat held, named;
  char *path = format("%s/lock", name);
  int fd = openat(pool->fd, path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return -1;
  // Whoever removes a server holds its lock; after waiting for nobody the file may be gone all the same.
  if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &held) == 0 && fstatat(pool->fd, path, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
      held.st_ino == named.st_ino && held.st_dev == named.st_dev)
    return fd;
  close(fd);
  return -1;
}

static struct stat state_of_lock(const Pool *pool, const char *name) {
  struct stat s = {0};
  (void)fstatat(pool->fd, format("%s/lock", name), &s, AT_SYMLINK_NOFOLLOW);
  return s;
}

bool is_resetting(const Pool *pool, const char *name) { return (state_of_lock(pool, name).st_mode & 0777) == RESETTING_MODE; }

struct timespec last_use(const Pool *pool, const char *name) { return state_of_lock(pool, name).st_mtim; }

int connect_server(const Pool *pool, const char *name, int *process) {
  errno = EPERM;  // of a directory that is not the user's own
  int directory = open_own(pool->fd, name, true);
  int fd = directory >= 0 ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct ucred peer = {0};
  socklen_t length = sizeof peer;
  // By way of the open directory the path is short enough for an address wherever the pool is.
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/socket", directory);
  bool connected = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
  int error = errno;
  if (connected && (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0 || peer.uid != geteuid() || peer.pid <= 0)) {
    connected = false;
    error = EPERM;
  }
  if (directory >= 0) close(directory);
  if (connected) {
    *process = peer.pid;
    return fd;
  }
  if (fd >= 0) close(fd);
  errno = error;
  return -1;
}

void remove_server(const Pool *pool, const char *name) {
  static const char *const files[] = {"socket", "keeper", "key", "closure", "log", "stdout", "stderr", "retired", "status", "lock", NULL};
  // The name goes first, in one step, so that nobody finds half a server.
  char *gone = format("gone.%s.%ld", name, (long)getpid());
  if (renameat(pool->fd, name, pool->fd, gone) != 0) return;
  int directory = openat(pool->fd, gone, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return;
  for (const char *const *file = files; *file != NULL; file++) unlinkat(directory, *file, 0);
  close(directory);
  unlinkat(pool->fd, gone, AT_REMOVEDIR);
}

// The lock that a keeper holds, or -1; it is taken if there is none, until it is closed.
static int open_keeper(const Pool *pool, const char *name, bool *kept) {
  int keeper = openat(pool->fd, format("%s/keeper", name), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  *kept = keeper >= 0 ? flock(keeper, LOCK_EX | LOCK_NB) != 0 : errno != ENOENT;
  return keeper;
}

bool has_keeper(const Pool *pool, const char *name) {
  bool kept;
  int keeper = open_keeper(pool, name, &kept);
  if (keeper >= 0) close(keeper);
  return kept;
}

bool remove_abandoned(const Pool *pool, const char *name) {
  struct stat s;
  bool kept;
  int keeper = open_keeper(pool, name, &kept);
  bool fresh = fstatat(pool->fd, format("%s/status", name), &s, AT_SYMLINK_NOFOLLOW) == 0 && (time(NULL) - s.st_mtim.tv_sec) * 1000 <= STATUS_MS &&
               s.st_mtim.tv_sec <= time(NULL);
  if (!kept && !fresh) {
    remove_server(pool, name);
    log_event(pool, "ended", name, "found dead", NULL);
  }
  if (keeper >= 0) close(keeper);
  return !kept && !fresh;
}

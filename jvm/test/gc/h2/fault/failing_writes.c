// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Makes writes to unlinked files fail on request: SPILLWAY_FAIL_ERRNO is the error, SPILLWAY_FAIL_AFTER the number of
// writes that succeed first, SPILLWAY_FAIL_COUNT how many fail then (-1: all). SPILLWAY_DELAY_MS makes each of them slow.
// Preloaded by TestWriteErrors.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long seen;

static long setting(const char* name, long otherwise) {
  const char* value = getenv(name);
  return value == NULL ? otherwise : atol(value);
}

static int is_unlinked(int fd) {
  char link[64], target[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, target, sizeof target - 1);
  if (n <= 0) return 0;
  target[n] = '\0';
  return strstr(target, " (deleted)") != NULL;
}

static int must_fail(int fd) {
  if (!is_unlinked(fd)) return 0;
  usleep((useconds_t) (1000 * setting("SPILLWAY_DELAY_MS", 0)));
  long first = setting("SPILLWAY_FAIL_AFTER", 0);
  long count = setting("SPILLWAY_FAIL_COUNT", -1);
  long n = atomic_fetch_add(&seen, 1);
  if (n < first || (count >= 0 && n >= first + count)) return 0;
  errno = (int) setting("SPILLWAY_FAIL_ERRNO", EIO);
  return 1;
}

#define INTERPOSE(name, type)                                               \
  ssize_t name(int fd, const void* data, size_t size, type offset) {        \
    static ssize_t (*real)(int, const void*, size_t, type);                 \
    if (real == NULL) real = dlsym(RTLD_NEXT, #name);                       \
    return must_fail(fd) ? -1 : real(fd, data, size, offset);               \
  }

#define INTERPOSE_VECTOR(name, type)                                        \
  ssize_t name(int fd, const struct iovec* v, int n, type offset) {         \
    static ssize_t (*real)(int, const struct iovec*, int, type);            \
    if (real == NULL) real = dlsym(RTLD_NEXT, #name);                       \
    return must_fail(fd) ? -1 : real(fd, v, n, offset);                     \
  }

INTERPOSE(pwrite, off_t)
INTERPOSE(pwrite64, off64_t)
INTERPOSE_VECTOR(pwritev, off_t)
INTERPOSE_VECTOR(pwritev64, off64_t)

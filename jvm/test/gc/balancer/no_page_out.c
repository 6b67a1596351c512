// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Refuses MADV_PAGEOUT as a kernel before Linux 5.4 does. Preloaded by TestPageOutRefused.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

enum { PAGE_OUT = 21 };

int madvise(void* address, size_t length, int advice) {
  if (advice == PAGE_OUT) {
    errno = EINVAL;
    return -1;
  }
  int (*next)(void*, size_t, int) = (int (*)(void*, size_t, int)) dlsym(RTLD_NEXT, "madvise");
  return next(address, length, advice);
}

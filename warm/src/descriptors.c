// SPDX-License-Identifier: Apache-2.0
#include "descriptors.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "wire.h"

void fill_standard_descriptors(void) {
  int fd;
  while ((fd = open("/dev/null", O_RDWR | O_CLOEXEC)) >= 0 && fd <= 2) continue;
  if (fd > 2) close(fd);
}

const char *list_descriptors(int *found, size_t *count) {
  DIR *directory = opendir("/proc/self/fd");
  const char *reason = directory != NULL ? NULL : "descriptors cannot be listed";
  *count = 0;
  for (struct dirent *entry; reason == NULL && (entry = readdir(directory)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    int fd = atoi(entry->d_name), flags = fcntl(fd, F_GETFD);
    if (flags < 0 || (flags & FD_CLOEXEC) != 0) continue;
    if (*count == DESCRIPTORS_MAX) reason = "too many open descriptors";
    else found[(*count)++] = fd;
  }
  if (directory != NULL) closedir(directory);
  return reason;
}

bool leave_descriptors(void) {
  // Not only the first thousand: what is kept open here would keep a pipe's reader waiting.
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return false;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
    if (fd > 2 && (fcntl(fd, F_GETFD) & FD_CLOEXEC) == 0) close(fd);
  }
  closedir(directory);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd <= 2 && null >= 0; fd++)
    if (dup2(null, fd) < 0) return false;
  return null >= 0;
}

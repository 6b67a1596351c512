// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const Pristine *loops_pristine;
static const Place *loops_place;
static int always_ready = -1;

void name_loops(const Pristine *pristine, const Place *place) {
  loops_pristine = pristine;
  loops_place = place;
}

// Others may wait for a set that the client has handed over.
static bool is_of_run(int fd) {
  struct stat s;
  return fd >= FIRST_OWN && fstat(fd, &s) == 0 && !is_known(loops_pristine, fd, &s) && !is_placed(loops_place, fd);
}

// Whoever waits for one of these sets, or reads the client's input, comes back; what it makes of that is code of the run, which runs no more.
static void wake(JNIEnv *env, jclass ignored) {
  (void)env, (void)ignored;
  end_input();
  if (loops_pristine == NULL || (always_ready < 0 && (always_ready = move_up(eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK))) < 0)) return;
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    struct epoll_event event = {.events = EPOLLIN};
    int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
    if (fd != dirfd(directory) && is_of_run(fd)) (void)epoll_ctl(fd, EPOLL_CTL_ADD, always_ready, &event);
  }
  closedir(directory);
}

// The kernel takes a descriptor out of all sets when it is closed.
void calm_loops(void) {
  if (always_ready >= 0) close(always_ready);
  always_ready = -1;
}

bool register_loops(JNIEnv *env) {
  static const JNINativeMethod method = {.name = (char *)"wake0", .signature = (char *)"()V", .fnPtr = (void *)wake};
  jclass type = (*env)->FindClass(env, "dev/spillway/warm/EventLoops");
  return type != NULL && (*env)->RegisterNatives(env, type, &method, 1) == JNI_OK;
}

// SPDX-License-Identifier: Apache-2.0
#include "place.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static int open_null(void) { return open("/dev/null", O_RDWR | O_CLOEXEC); }

bool reserve_numbers(void) {
  int fd = open_null();
  while (fd >= 0 && fd < FIRST_OWN) fd = open_null();
  if (fd < 0) return false;
  close(fd);
  return true;
}

void begin_inheritance(Inherited *all) {
  for (int i = 0; i < FIRST_OWN; i++) all->number[i] = -1;
  all->directory = all->lock = -1;
}

static int *slot_of(Inherited *all, uint32_t number) {
  if (number == DIRECTORY_NUMBER) return &all->directory;
  if (number == LOCK_NUMBER) return &all->lock;
  return number < FIRST_OWN ? &all->number[number] : NULL;
}

bool inherit(Inherited *all, Received *frame) {
  for (size_t i = 0; i < frame->count; i++) {
    int *slot = slot_of(all, (uint32_t)get_number(frame->payload + 4 * i, 4));
    if (slot == NULL || *slot >= 0) {
      for (size_t rest = i; rest < frame->count; rest++) close(frame->fds[rest]);
      return false;
    }
    *slot = frame->fds[i];
  }
  return true;
}

bool is_complete(const Inherited *all) {
  return all->directory >= 0 && all->lock >= 0;
}

static void drop(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

void drop_inheritance(Inherited *all) {
  for (int i = 0; i < FIRST_OWN; i++) drop(&all->number[i]);
  drop(&all->directory);
  drop(&all->lock);
}

// The strings are copies, since libraries may keep what getenv gave them: those of the last run but one are freed.
static void replace_environment(const Strings *variables) {
  static char **last, **last_but_one;  // NULL-terminated, or NULL
  char **fresh = malloc((variables->count + 1) * sizeof(char *));
  if (fresh == NULL) abort();
  for (size_t i = 0; i < variables->count; i++)
    if ((fresh[i] = strdup(variables->item[i])) == NULL) abort();
  fresh[variables->count] = NULL;
  environ = fresh;
  for (char **old = last_but_one; old != NULL && *old != NULL; old++) free(*old);
  free(last_but_one);
  last_but_one = last;
  last = fresh;
}

// A standard descriptor that the client has not: nothing else may get its number. Open the wrong way round, so that using it fails as with
// a closed one, and children do not inherit it.
static void close_standard(int number) {
  int null = open("/dev/null", (number == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  if (null < 0) return;
  dup3(null, number, O_CLOEXEC);
  close(null);
}

bool take_place(Place *place, Inherited *all, Offer *offer) {
  place->count = 0;
  // Descriptors of a run are not closed when it starts other programs.
  for (int i = 0; i < FIRST_OWN; i++) {
    if (all->number[i] < 0) {
      if (i <= 2) close_standard(i);
      continue;
    }
    dup2(all->number[i], i);
    if (i > 2) place->placed[place->count++] = i;
    drop(&all->number[i]);
  }
  bool entered = fchdir(all->directory) == 0 && getcwd(place->directory, sizeof place->directory) != NULL;
  drop(&all->directory);
  umask(offer->umask);
  replace_environment(&offer->environment);
  return entered;
}

void leave_place(const Place *place, int log) {
  int null = open_null();
  if (null < 0) return;
  dup3(null, 0, O_CLOEXEC);
  dup3(log, 1, O_CLOEXEC);
  dup3(log, 2, O_CLOEXEC);
  for (size_t i = 0; i < place->count; i++) dup3(null, place->placed[i], O_CLOEXEC);
  close(null);
  umask(077);
}

// SPDX-License-Identifier: Apache-2.0
#include "place.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static int open_null(void) { return open("/dev/null", O_RDWR | O_CLOEXEC); }

// A low limit leaves no room for both. The VM will raise the soft limit to the hard one anyway.
static int first_at_start(void) {
  static int first;
  struct rlimit limit;
  if (first != 0) return first;
  bool enough = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max >= 4 * FIRST_AT_START;
  limit.rlim_cur = limit.rlim_max;
  return first = enough && setrlimit(RLIMIT_NOFILE, &limit) == 0 ? FIRST_AT_START : FIRST_OWN;
}

bool reserve_numbers(void) {
  int fd = open_null();
  while (fd >= 0 && fd < first_at_start()) fd = open_null();
  if (fd < 0) return false;
  close(fd);
  return true;
}

void release_numbers(void) {
  for (int fd = FIRST_OWN; fd < first_at_start(); fd++) close(fd);
}

int move_up(int fd) {
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, first_at_start());
  close(fd);
  return moved;
}

void begin_inheritance(Inherited *all) {
  for (int i = 0; i < FIRST_OWN; i++) all->number[i] = -1;
  all->directory = all->lock = -1;
  all->high_count = 0;
}

// Other threads open files, too: only the kernel can tell that a number is free and take it.
static bool hold(int null, int number) {
  int held = fcntl(null, F_DUPFD_CLOEXEC, number);
  if (held != number && held >= 0) close(held);
  return held == number;
}

bool hold_numbers(Inherited *all, const int *numbers, size_t count) {
  int null = move_up(open_null());
  bool held = null >= 0;
  for (size_t i = 0; held && i < count; i++) {
    held = hold(null, numbers[i]);
    if (!held) break;
    all->high[all->high_count].number = numbers[i];
    all->high[all->high_count++].fd = -1;
  }
  if (null >= 0) close(null);
  return held;
}

static int *slot_of_high(Inherited *all, uint32_t number) {
  for (size_t i = 0; i < all->high_count; i++)
    if ((uint32_t)all->high[i].number == number) return &all->high[i].fd;
  return NULL;
}

static int *slot_of(Inherited *all, uint32_t number) {
  if (number == DIRECTORY_NUMBER) return &all->directory;
  if (number == LOCK_NUMBER) return &all->lock;
  return number < FIRST_OWN ? &all->number[number] : slot_of_high(all, number);
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
  for (size_t i = 0; i < all->high_count; i++)
    if (all->high[i].fd < 0) return false;
  return all->directory >= 0 && all->lock >= 0;
}

static void drop(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

void drop_inheritance(Inherited *all) {
  for (int i = 0; i < FIRST_OWN; i++) drop(&all->number[i]);
  for (size_t i = 0; i < all->high_count; i++) {
    drop(&all->high[i].fd);
    close(all->high[i].number);
  }
  all->high_count = 0;
  drop(&all->directory);
  drop(&all->lock);
}

typedef struct {
  char **strings;  // NULL-terminated, or NULL
  char **copies;   // the same, where native code cannot put others in their place (putenv)
} Environment;

static void free_environment(const Environment *old) {
  for (char **copy = old->copies; copy != NULL && *copy != NULL; copy++) free(*copy);
  free(old->copies);
  free(old->strings);
}

static Environment last, last_but_one;

// The strings are copies, since libraries may keep what getenv gave them: those of the last run but one are freed.
static void replace_environment(const Strings *variables) {
  size_t size = (variables->count + 1) * sizeof(char *);
  Environment fresh = {.strings = malloc(size), .copies = malloc(size)};
  if (fresh.strings == NULL || fresh.copies == NULL) abort();
  for (size_t i = 0; i < variables->count; i++)
    if ((fresh.copies[i] = strdup(variables->item[i])) == NULL) abort();
  fresh.copies[variables->count] = NULL;
  memcpy(fresh.strings, fresh.copies, size);
  environ = fresh.strings;
  free_environment(&last_but_one);
  last_but_one = last;
  last = fresh;
}

void forget_environment(void) {
  static char *none[] = {NULL};
  environ = none;
  // Secrets may be in it; who has kept a pointer reads an empty text.
  for (char **copy = last.copies; copy != NULL && *copy != NULL; copy++) explicit_bzero(*copy, strlen(*copy));
}

// A standard descriptor that the client has not: nothing else may get its number. Open the wrong way round, so that using it fails as with
// a closed one, and children do not inherit it.
static void close_standard(int number) {
  int null = open("/dev/null", (number == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  if (null < 0) return;
  dup3(null, number, O_CLOEXEC);
  close(null);
}

static void place_at(Place *place, int *fd, int number) {
  struct stat s;
  dup2(*fd, number);
  drop(fd);
  if (number <= 2 || fstat(number, &s) != 0) return;
  place->placed[place->count].number = number;
  place->placed[place->count].device = s.st_dev;
  place->placed[place->count++].inode = s.st_ino;
}

bool take_place(Place *place, Inherited *all, Offer *offer) {
  place->count = 0;
  // Descriptors of a run are not closed when it starts other programs.
  for (int i = 0; i < FIRST_OWN; i++) {
    if (all->number[i] < 0) {
      if (i <= 2) close_standard(i);
      continue;
    }
    place_at(place, &all->number[i], i);
  }
  for (size_t i = 0; i < all->high_count; i++) place_at(place, &all->high[i].fd, all->high[i].number);
  all->high_count = 0;
  bool entered = fchdir(all->directory) == 0 && getcwd(place->directory, sizeof place->directory) != NULL;
  drop(&all->directory);
  umask(offer->umask);
  replace_environment(&offer->environment);
  return entered;
}

bool is_placed(const Place *place, int number) {
  for (size_t i = 0; i < place->count; i++)
    if (place->placed[i].number == number) return true;
  return false;
}

bool is_still_placed(const Place *place) {
  for (size_t i = 0; i < place->count; i++) {
    struct stat s;
    if (fstat(place->placed[i].number, &s) == 0 && (s.st_dev != place->placed[i].device || s.st_ino != place->placed[i].inode)) return false;
  }
  return true;
}

void end_input(void) {
  int null = open_null();
  if (null < 0) return;
  dup3(null, 0, O_CLOEXEC);
  close(null);
}

void end_output(Place *place) {
  struct stat s;
  int null = open_null();
  if (null < 0) return;
  dup3(null, 1, O_CLOEXEC);
  dup3(null, 2, O_CLOEXEC);
  bool known = fstat(null, &s) == 0;
  for (size_t i = 0; known && i < place->count; i++) {
    struct stat now;
    if (fstat(place->placed[i].number, &now) != 0) continue;  // closed by the program: the VM may take the number now
    dup3(null, place->placed[i].number, O_CLOEXEC);
    place->placed[i].device = s.st_dev;
    place->placed[i].inode = s.st_ino;
  }
  close(null);
}

void leave_place(const Place *place, int log) {
  int null = open_null();
  if (null < 0) return;
  dup3(null, 0, O_CLOEXEC);
  dup3(log, 1, O_CLOEXEC);
  dup3(log, 2, O_CLOEXEC);
  for (size_t i = 0; i < place->count; i++) {
    int number = place->placed[i].number;
    if (number < FIRST_OWN) dup3(null, number, O_CLOEXEC);
    else close(number);
  }
  close(null);
  umask(077);
}

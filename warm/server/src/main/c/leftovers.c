// SPDX-License-Identifier: Apache-2.0
#include "leftovers.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "libraries.h"
#include "native_memory.h"
#include "place.h"
#include "vm.h"

enum { ATTEMPTS = 50, PAUSE_US = 5000 };

// The name service's modules, which the C library loads itself, lie beside it.
static char *system_directory(void) {
  Dl_info info;
  char path[PATH_MAX];
  if (dladdr((void *)&malloc, &info) == 0 || realpath(info.dli_fname, path) == NULL) return NULL;
  *strrchr(path, '/') = '\0';
  return copy_text(path);
}

static bool is_on_class_path(const Pristine *pristine, const struct stat *s) {
  for (size_t i = 0; i < pristine->class_path->count; i++)
    if (pristine->class_path->item[i].device == s->st_dev && pristine->class_path->item[i].inode == s->st_ino) return true;
  return false;
}

bool remember_pristine(Pristine *pristine, const char *image, const Items *class_path, size_t code_memory) {
  *pristine = (Pristine){.image = image, .class_path = class_path};
  if ((pristine->system = system_directory()) == NULL) return false;
  for (int n = 1; n <= SIGNALS; n++) (void)sigaction(n, NULL, &pristine->actions[n]);
  pristine->native_memory = native_memory(code_memory);
  DIR *directory = opendir("/proc/self/fd");
  bool fits = directory != NULL;
  for (struct dirent *entry; fits && (entry = readdir(directory)) != NULL;) {
    struct stat s;
    int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
    if (fd < FIRST_OWN || fd == dirfd(directory) || fstat(fd, &s) != 0) continue;
    fits = pristine->count < DESCRIPTORS_KNOWN;
    if (fits) {
      pristine->known[pristine->count].fd = fd;
      pristine->known[pristine->count].device = s.st_dev;
      pristine->known[pristine->count++].inode = s.st_ino;
    }
  }
  if (directory != NULL) closedir(directory);
  return fits;
}

bool is_known(const Pristine *pristine, int fd, const struct stat *s) {
  for (size_t i = 0; i < pristine->count; i++)
    if (pristine->known[i].fd == fd && pristine->known[i].device == s->st_dev && pristine->known[i].inode == s->st_ino) return true;
  return false;
}

static char *name_of(int fd) {
  char link[64], name[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  return copy_bytes(name, length > 0 ? (size_t)length : 0);
}

// Which java.base opens once for all that ask for random numbers.
static bool is_random_device(const struct stat *s) {
  return S_ISCHR(s->st_mode) && (s->st_rdev == makedev(1, 8) || s->st_rdev == makedev(1, 9));
}

static bool has_room(size_t *left) { return *left > 0 && (*left)-- > 0; }

static char *find_descriptor(const Pristine *pristine, int lock) {
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return copy_text("descriptors cannot be listed");
  char *found = NULL;
  // Class loaders that stay open have their jars open, at most once each; what native code opens again and again adds up.
  size_t of_class_path = pristine->class_path->count, files = FILES_LEFT;
  for (struct dirent *entry; found == NULL && (entry = readdir(directory)) != NULL;) {
    struct stat s;
    int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
    if (fd < FIRST_OWN || fd == lock || fd == dirfd(directory) || fstat(fd, &s) != 0 || is_known(pristine, fd, &s)) continue;
    int flags = fcntl(fd, F_GETFL);
    bool harmless = (S_ISREG(s.st_mode) || is_random_device(&s)) && (flags & O_ACCMODE) == O_RDONLY && has_room(is_on_class_path(pristine, &s) ? &of_class_path : &files);
    if (harmless) continue;
    char *name = name_of(fd);
    found = format("a descriptor is left open: %s", name);
    free(name);
  }
  closedir(directory);
  return found;
}

// Whether a number is a descriptor of neither the server nor the two given; `s` is filled in then.
static bool is_of_run(const Pristine *pristine, int fd, const int own[2], struct stat *s) {
  return fd >= FIRST_OWN && fd != own[0] && fd != own[1] && fstat(fd, s) == 0 && !is_known(pristine, fd, s);
}

// A lock by flock, or of the open file description, which lasts as long as that is open.
static bool has_lock(int fd) {
  char path[64];
  Buffer text = {0};
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
  bool found = read_file(AT_FDCWD, path, 1 << 16, &text) && strstr(buffer_text(&text), "\nlock:") != NULL;
  free(text.data);
  return found;
}

static void let_one_go(int fd, const struct stat *s, int null) {
  struct flock all = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  bool writable = S_ISREG(s->st_mode) && (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
  if (S_ISREG(s->st_mode)) (void)fcntl(fd, F_SETLK, &all);
  bool replaced = writable || S_ISSOCK(s->st_mode) || S_ISFIFO(s->st_mode) || (S_ISREG(s->st_mode) && has_lock(fd));
  if (replaced) dup3(null, fd, O_CLOEXEC);
}

void let_go(const Pristine *pristine, int lock, int connection) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  DIR *directory = null >= 0 ? opendir("/proc/self/fd") : NULL;
  for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
    struct stat s;
    int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
    if (fd != dirfd(directory) && fd != null && is_of_run(pristine, fd, (int[]){lock, connection}, &s)) let_one_go(fd, &s, null);
  }
  if (directory != NULL) closedir(directory);
  if (null >= 0) close(null);
}

void ignore_signals(const Pristine *pristine, const sigset_t *ignored) {
  for (int n = 1; n <= SIGNALS; n++) {
    bool ends = n == SIGHUP || n == SIGINT || n == SIGTERM;
    if (sigismember(ignored, n) == 1 && (ends || pristine->actions[n].sa_handler == SIG_DFL)) (void)signal(n, SIG_IGN);
  }
}

void restore_signals(const Pristine *pristine) {
  const int interrupting = SIGRTMAX - 2;  // set by whoever first waits in a system call, and kept
  for (int n = 1; n <= SIGNALS; n++) {
    struct sigaction now;
    const struct sigaction *start = &pristine->actions[n];
    if (n == interrupting || sigaction(n, NULL, &now) != 0) continue;
    if (now.sa_handler != start->sa_handler || now.sa_flags != start->sa_flags) (void)sigaction(n, start, NULL);
  }
}

static bool is_in(int number, const int *numbers, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (numbers[i] == number) return true;
  return false;
}

// What has no content of its own that a program could want to find later.
static bool can_be_orphan(int fd, const struct stat *s, bool some_selector) {
  if (S_ISSOCK(s->st_mode) || S_ISFIFO(s->st_mode)) return true;
  if (S_ISCHR(s->st_mode) && s->st_rdev == makedev(1, 3)) return true;  // /dev/null, also in the place of one that was let go
  char *name = name_of(fd);
  bool watch = same(name, "anon_inode:inotify");
  bool selector = same(name, "anon_inode:[eventpoll]") || same(name, "anon_inode:[eventfd]");
  // Of event loops in native code: the JDK has none.
  bool timer = same(name, "anon_inode:[timerfd]");
  free(name);
  return timer || watch || (selector && !some_selector);
}

void close_orphans(const Pristine *pristine, int lock, const int *live, size_t count) {
  bool some_selector = is_in(SOME_SELECTOR, live, count);
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    struct stat s;
    int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
    if (fd < FIRST_OWN || fd == lock || fd == dirfd(directory) || fstat(fd, &s) != 0 || is_known(pristine, fd, &s)) continue;
    if (!is_in(fd, live, count) && can_be_orphan(fd, &s, some_selector)) close(fd);
  }
  closedir(directory);
}

// The group of the process of a directory in /proc, 0 if it has ended.
static int group_of(const char *number) {
  Buffer text = {0};
  char path[64];
  int group = 0;
  snprintf(path, sizeof path, "/proc/%.20s/stat", number);
  // The name, in parentheses, may have any bytes in it.
  if (read_file(AT_FDCWD, path, 4096, &text)) {
    const char *rest = strrchr(buffer_text(&text), ')');
    if (rest == NULL || sscanf(rest, ") %*c %*d %d", &group) != 1) group = 0;
  }
  free(text.data);
  return group;
}

// A child's child that lives on is in the server's group, and would get what a terminal sends to the next run.
static char *find_group_member(void) {
  struct rusage children;
  // Without a child that was waited for there is none, and a machine may have thousands of processes.
  if (getrusage(RUSAGE_CHILDREN, &children) == 0 && children.ru_minflt == 0) return NULL;
  DIR *directory = opendir("/proc");
  if (directory == NULL) return copy_text("processes cannot be listed");
  char *found = NULL;
  for (struct dirent *entry; found == NULL && (entry = readdir(directory)) != NULL;) {
    int process = atoi(entry->d_name);
    if (process > 0 && process != getpid() && group_of(entry->d_name) == getpid()) found = format("process %d of the run lives on", process);
  }
  closedir(directory);
  return found;
}

char *find_leftovers(const Pristine *pristine, int lock, size_t code_memory) {
  char *found = find_library(pristine->image, pristine->system);
  if (found == NULL) found = find_group_member();
  if (found != NULL) return found;
  // Cleaners of the JDK close and unmap what has become unreachable, in a thread of their own.
  for (int i = 0;; i++) {
    found = find_descriptor(pristine, lock);
    if (found == NULL) found = find_memory(pristine->image, pristine->native_memory, native_memory(code_memory));
    if (found == NULL || i == ATTEMPTS) return found;
    free(found);
    usleep(PAUSE_US);
  }
}

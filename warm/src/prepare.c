// SPDX-License-Identifier: Apache-2.0
#include "prepare.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "start.h"

char *find_jdk(void) {
  char self[PATH_MAX], image[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n < 0) return NULL;
  self[n] = '\0';
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(self, '/');
    if (slash == NULL) {
      errno = ENOENT;
      return NULL;
    }
    *slash = '\0';
  }
  if (realpath(format("%s/lib", self), image) == NULL) return NULL;
  *strrchr(image, '/') = '\0';
  return copy_text(image);
}

// The terminal would stop a background program that reads; a server has no terminal that could.
static bool is_background(void) {
  pid_t group = tcgetpgrp(0);
  return group > 0 && group != getpgrp();
}

enum { LEAST_FILES = 4096 };

static void check_surroundings(Run *run) {
  // The VM reads the first one, and warns of the second one, in the directory in which it starts.
  static const char *const files[] = {".hotspotrc", ".hotspot_compiler", NULL};
  for (const char *const *file = files; *file != NULL; file++)
    if (access(*file, F_OK) == 0) refuse(&run->launch, "file of the VM's in the working directory", *file);
  char *directory = getcwd(NULL, 0);
  // The VM does not start there.
  if (directory == NULL || directory[0] != '/') refuse(&run->launch, "working directory is gone", NULL);
  // A server could not say where it is.
  else if (strlen(directory) >= PATH_MAX) refuse(&run->launch, "working directory has too long a path", NULL);
  // It may do anything in a server, which could not tell its threads and memory from a run's.
  static const char *const loaders[] = {"LD_PRELOAD", "LD_AUDIT", NULL};
  for (const char *const *name = loaders; *name != NULL; name++)
    if (getenv(*name) != NULL && *getenv(*name) != '\0') refuse(&run->launch, "library that is loaded before the program", *name);
  // A server's time adds up over its runs.
  struct rlimit processor, file;
  if (getrlimit(RLIMIT_CPU, &processor) == 0 && processor.rlim_cur != RLIM_INFINITY) refuse(&run->launch, "limit of processor time", NULL);
  // The pool's own files may be longer than that, and a process that exceeds it ends by a signal.
  if (getrlimit(RLIMIT_FSIZE, &file) == 0 && file.rlim_cur != RLIM_INFINITY) refuse(&run->launch, "limit of file sizes", NULL);
  // Some three hundred numbers are the server's.
  struct rlimit files_open;
  if (getrlimit(RLIMIT_NOFILE, &files_open) == 0 && files_open.rlim_max < LEAST_FILES) refuse(&run->launch, "low limit of open files", NULL);
  int adopts = 0;
  // Else it would be the parent of what is left behind, and could not tell it from the program's children.
  if (getpid() == 1 || (prctl(PR_GET_CHILD_SUBREAPER, &adopts) == 0 && adopts)) refuse(&run->launch, "process that adopts others", NULL);
  if (is_background()) refuse(&run->launch, "background of a terminal", NULL);
}

const char *prepare_run(Run *run, int argc, char **argv) {
  if (!has_server(run->jdk)) return "this JDK has no warm server";
  parse_launch(&run->launch, argc, argv);
  sort_options(&run->launch, &run->sorted);
  check_surroundings(run);
  if (run->launch.cold != NULL) return run->launch.cold;
  int cache = pool_directory(&run->pool, "classpaths");
  if (cache < 0) return "pool directory cannot be made";
  run->request = (ClosureRequest){.class_path = run->sorted.class_path,
                                  .files = &run->sorted.files,
                                  .main_jar = run->launch.mode == MODE_JAR ? run->launch.main : NULL};
  run->closure = known_closure(cache, &run->request);
  close(cache);
  run->launch.detail = run->closure.detail;
  if (run->closure.reason != NULL) return run->closure.reason;
  if (!run->closure.unknown && !make_key(&run->key, run->jdk, run->launch.mode, &run->sorted, &run->closure)) return "key cannot be made";
  return NULL;
}

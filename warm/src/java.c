// SPDX-License-Identifier: Apache-2.0
// `java` of a directory that uses the warm pool. Runs the program on a warm server of the same key if there is one; otherwise it becomes
// plain java, with the same arguments and environment.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptors.h"
#include "events.h"
#include "prepare.h"
#include "session.h"
#include "settings.h"
#include "start.h"

static _Noreturn void die(const char *what, const char *which) {
  fprintf(stderr, "Error: spillway-java: %s %s: %s\n", what, which, strerror(errno));
  exit(1);
}

static _Noreturn void run_plain(const Run *run, char **argv) {
  const char *jdk = run->jdk;
  char *java = format("%s/bin/java", jdk);
  struct stat ours, theirs;
  if (stat("/proc/self/exe", &ours) == 0 && stat(java, &theirs) == 0 && ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev) {
    errno = ELOOP;
    die("no JDK behind", jdk);
  }
  umask(run->umask);
  execv(java, argv);
  die("cannot run", java);
}

// Returns with the reason when the run has to be cold.
static const char *try_warm(Run *run, int argc, char **argv) {
  const char *reason = prepare_run(run, argc, argv);
  if (reason != NULL) {
    // A class path that was refused some time ago may have become better.
    if (run->closure.reason != NULL && run->closure.unknown) start_server_behind(run);
    return reason;
  }
  reason = run->closure.unknown ? "class path is new or has changed" : run_warm(run);
  // Where it was a server's fault, another one is wanted.
  run->had_servers = !run->closure.unknown && !same(reason, "no server of this key yet") && after(reason, "server ") == NULL;
  start_server_behind(run);
  return reason;
}

static char **copy_arguments(int argc, char **argv) {
  Strings copy = {0};
  for (int i = 0; i < argc; i++) add_string(&copy, copy_text(argv[i]));
  return copy.item;
}

int main(int argc, char **argv) {
  Run run = {.jdk = find_jdk(), .umask = umask(077)};
  if (run.jdk == NULL) die("no JDK behind", argc > 0 ? argv[0] : "this program");
  if (warm_is_off() || argc < 1) run_plain(&run, argv);
  fill_standard_descriptors();
  run.pool = open_pool();
  if (run.pool.fd < 0) run_plain(&run, argv);
  run.title = argv[0];
  run.title_size = (size_t)(argv[argc - 1] + strlen(argv[argc - 1]) + 1 - argv[0]);
  // A copy, since a keeper replaces the words by its name.
  const char *reason = try_warm(&run, argc, copy_arguments(argc, argv));
  log_event(&run.pool, "cold", run.key.hash[0] != '\0' ? format("%.*s", KEY_DIGITS, run.key.hash) : NULL, reason, run.launch.detail);
  run_plain(&run, argv);
}

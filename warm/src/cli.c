// SPDX-License-Identifier: Apache-2.0
// The command `spillway`.
#include <stdio.h>
#include <sys/stat.h>

#include "commands.h"
#include "explain.h"
#include "warmup.h"

static int usage(bool asked) {
  fputs(
      "usage: spillway pool status                    servers, runs, how many were warm\n"
      "       spillway pool list [--pids]             every server\n"
      "       spillway pool why                       why runs were cold and servers ended\n"
      "       spillway pool why -- java ARGUMENT...   what the client makes of a command line, as JSON\n"
      "       spillway pool stop [--force] [SERVER...]  ends idle servers, all or those named\n"
      "       spillway pool warm -- java ARGUMENT...  starts a server for such runs and waits until it is ready\n"
      "       spillway warmup [OPTION...] -- java ARGUMENT...  runs a program and reports what its warm-up cost (--help: options)\n",
      asked ? stdout : stderr);
  return asked ? 0 : 2;
}

static int with_pool(int argc, char **argv) {
  const char *command = argv[2];
  char *first = argc > 3 ? argv[3] : NULL;
  Pool pool = open_pool();
  if (pool.fd < 0) {
    fprintf(stderr, "spillway: %s: %s\n", pool.reason, pool.path);
    return 1;
  }
  bool force = first != NULL && same(first, "--force"), pids = first != NULL && same(first, "--pids");
  if (same(command, "status") && argc == 3) return pool_status(&pool);
  if (same(command, "list") && argc == 3 + pids) return pool_list(&pool, pids);
  if (same(command, "why") && argc == 3) return pool_why(&pool);
  if (same(command, "stop")) return pool_stop(&pool, force, argv + 3 + force);
  if (same(command, "warm") && argc > 4 && same(first, "--")) return pool_warm(&pool, argc - 4, argv + 4);
  return usage(false);
}

int main(int argc, char **argv) {
  // Before the mask is set: that of a measured program is the user's.
  if (argc > 1 && same(argv[1], "warmup")) return warmup(argc - 2, argv + 2);
  umask(077);
  for (int i = 1; i < argc && !same(argv[i], "--"); i++)
    if (same(argv[i], "--help") || same(argv[i], "-h")) return usage(true);
  if (argc < 3 || !same(argv[1], "pool")) return usage(false);
  if (same(argv[2], "why") && argc > 4 && same(argv[3], "--")) return explain(argc - 4, argv + 4);
  return with_pool(argc, argv);
}

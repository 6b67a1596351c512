// SPDX-License-Identifier: Apache-2.0
// The command `spillway`.
#include <stdio.h>
#include <string.h>

#include "explain.h"
#include "util.h"

static int usage(void) {
  fputs("usage: spillway pool why -- java ARGUMENT...   what the warm pool makes of a command line\n", stderr);
  return 2;
}

int main(int argc, char **argv) {
  if (argc < 3 || !same(argv[1], "pool")) return usage();
  if (same(argv[2], "why") && argc > 4 && same(argv[3], "--")) return explain(argc - 4, argv + 4);
  return usage();
}

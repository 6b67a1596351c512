// SPDX-License-Identifier: Apache-2.0
#include "warmup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prepare.h"
#include "util.h"

enum { NOT_RUN = 2 };

// Options that the environment has for the measured program must not change, or speak in, the one that measures: it gets them under another
// name, and hands them on.
static void set_options_aside(void) {
  static const char *const names[] = {"JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = getenv(names[i]);
    if (value == NULL) continue;
    setenv(format("SPILLWAY_WARMUP_%s", names[i]), value, 1);
    unsetenv(names[i]);
  }
}

int warmup(int argc, char **argv) {
  const char *jdk = find_jdk();
  if (jdk == NULL) {
    fprintf(stderr, "spillway: no JDK behind this directory: %s\n", strerror(errno));
    return NOT_RUN;
  }
  const char *java = format("%s/bin/java", jdk), *jar = format("%s/lib/spillway-warmup.jar", jdk);
  if (access(jar, R_OK) != 0) {
    fprintf(stderr, "spillway: %s: %s (make warm builds it and puts it there)\n", jar, strerror(errno));
    return NOT_RUN;
  }
  // While the program runs this VM only waits, with one thread and little memory.
  const char *const options[] = {java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", jar};
  size_t count = sizeof options / sizeof *options;
  const char **words = allocate((count + (size_t)argc + 1) * sizeof *words);
  memcpy(words, options, sizeof options);
  memcpy(words + count, argv, (size_t)argc * sizeof *words);
  set_options_aside();
  execv(java, (char *const *)words);
  fprintf(stderr, "spillway: %s: %s\n", java, strerror(errno));
  return NOT_RUN;
}

// SPDX-License-Identifier: Apache-2.0
// What a command line of JDK 25's `java` launcher means.
#ifndef SPILLWAY_WARM_LAUNCH_H
#define SPILLWAY_WARM_LAUNCH_H

#include "util.h"

// The numbers of class and jar are those of the protocol.
typedef enum { MODE_NONE = 0, MODE_CLASS = 1, MODE_JAR = 2, MODE_MODULE = 3, MODE_SOURCE = 4 } Mode;

typedef struct {
  Mode mode;
  char *main;        // class, jar or module as given
  Strings options;   // what the launcher hands to JNI_CreateJavaVM, in order
  Strings before, behind; // options of JAVA_TOOL_OPTIONS and of _JAVA_OPTIONS, which the VM applies before and after those
  Strings arguments; // of the program
  Strings notices;   // lines the launcher itself prints to stderr
  const char *cold;  // why this goes to plain java, a fixed text; NULL if nothing was found
  const char *detail; // of that, or NULL
} Launch;

// Understands a command line; argv[0] is the program's own name. Only the first reason is kept.
void parse_launch(Launch *launch, int argc, char **argv);
void refuse(Launch *launch, const char *reason, const char *detail);
const char *mode_name(Mode mode);

#endif

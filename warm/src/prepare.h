// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_PREPARE_H
#define SPILLWAY_WARM_PREPARE_H

#include "run.h"

// The JDK image behind the directory this program is in, as <home>/bin/NAME beside <home>/lib, a link into the image. NULL with errno
// when there is none.
char *find_jdk(void);

// Understands the command line and finds the key. Returns why the run cannot be warm, or NULL; then the key's hash is empty if
// the class path has yet to be read.
const char *prepare_run(Run *run, int argc, char **argv);

#endif

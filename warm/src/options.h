// SPDX-License-Identifier: Apache-2.0
// Which VM options a warm run may have, and which of them belong to the server.
#ifndef SPILLWAY_WARM_OPTIONS_H
#define SPILLWAY_WARM_OPTIONS_H

#include "launch.h"

typedef enum {
  OPTION_OF_SERVER,  // part of the key
  OPTION_OF_RUN,     // a property of the program, sent with each run
  OPTION_FILE,       // of the server, and the file it names is, too
  OPTION_SECRET,     // would be of the server, whose options everybody can see as long as it lives
  OPTION_COLD        // not known to be harmless
} OptionKind;

OptionKind option_kind(const char *option);

typedef struct {
  Strings server;      // options in order, class path expanded, without those of a run
  Strings properties;  // of the run, without "-D"
  Strings ordered;     // all properties in the order in which a VM reads them; of those that the server has anyway "=" and the name
  Strings files;       // that options of the server name
  const char *class_path;
  const char *temporary;  // directory for temporary files, or NULL
} SortedOptions;

// Sorts a launch's options. Refuses the launch when one is not allowed.
void sort_options(Launch *launch, SortedOptions *sorted);

#endif

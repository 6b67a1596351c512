// SPDX-License-Identifier: Apache-2.0
// The launcher's list of arguments after JDK_JAVA_OPTIONS and @argfiles have been put in.
#ifndef SPILLWAY_WARM_ARGUMENTS_H
#define SPILLWAY_WARM_ARGUMENTS_H

#include "launch.h"

void expand_arguments(Launch *launch, int argc, char **argv, Strings *expanded);

// Splits the text of JAVA_TOOL_OPTIONS or _JAVA_OPTIONS as the VM does; false when a quote is not closed.
bool split_options(const char *text, Strings *options);

bool takes_next_word(const char *option);  // "-cp" and the like
bool is_launcher_option(const char *option);
bool is_module_option(const char *option);

#endif

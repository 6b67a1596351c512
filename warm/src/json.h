// SPDX-License-Identifier: Apache-2.0
// Writes JSON to standard output. Bytes that are no ASCII go out as they are.
#ifndef SPILLWAY_WARM_JSON_H
#define SPILLWAY_WARM_JSON_H

#include "util.h"

void json_text(const char *text);
void json_field(const char *name, const char *text, bool last);  // NULL becomes null
void json_list(const char *name, const Strings *list, bool last);

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_ARGFILE_H
#define SPILLWAY_WARM_ARGFILE_H

#include "util.h"

// Splits the text of an @argfile into words. False for the few texts whose meaning depends on accidents of the launcher's code.
bool split_argfile(const char *text, size_t length, Strings *words);

#endif

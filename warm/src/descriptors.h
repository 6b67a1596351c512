// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_DESCRIPTORS_H
#define SPILLWAY_WARM_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>

// Puts something that is closed at exec where 0, 1 or 2 are closed, so that none of the client's own lands there.
void fill_standard_descriptors(void);

// The descriptors a program started now would inherit: those without FD_CLOEXEC, which all of the client's own have.
// NULL, or why they cannot be handed over: there are too many (more than DESCRIPTORS_MAX), or they cannot be listed.
const char *list_descriptors(int *found, size_t *count);

// Closes all of them apart from 0, 1 and 2, which become /dev/null. For processes that outlive the run.
bool leave_descriptors(void);

#endif

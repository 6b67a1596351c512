// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_TIDY_H
#define SPILLWAY_WARM_TIDY_H

#include "pool.h"

// Removes what nobody will want again: class paths unused for a month, notes of failed starts, directories that were only half made or half removed.
void tidy_pool(const Pool *pool);

#endif

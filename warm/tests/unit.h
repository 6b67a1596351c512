// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_TESTS_UNIT_H
#define SPILLWAY_WARM_TESTS_UNIT_H

#include <stdint.h>

// The same numbers in each run (xorshift).
uint64_t random_number(void);

// Reads requests as a server does. Ends the process with status 1 where one is read as it is not.
void test_requests(void);

#endif

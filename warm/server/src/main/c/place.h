// SPDX-License-Identifier: Apache-2.0
// What the process takes over from a client for one run: descriptors, environment, working directory, umask.
#ifndef SPILLWAY_WARM_PLACE_H
#define SPILLWAY_WARM_PLACE_H

#include <limits.h>

#include "connection.h"
#include "offer.h"

// Numbers below this one belong to runs, apart from 0 to 2; everything of the server's own is above.
enum { FIRST_OWN = NUMBERS_LIMIT };

// Keeps the numbers of runs in use, so that the VM opens nothing there. Before the VM is made.
bool reserve_numbers(void);

typedef struct {
  int number[FIRST_OWN];  // the client's descriptor of that number, or -1
  int directory, lock;
} Inherited;

void begin_inheritance(Inherited *all);
// Takes the descriptors of a frame. False: a number comes twice or is none of a run's; nothing of the frame is left open then.
bool inherit(Inherited *all, Received *frame);
// Whether everything a run needs is there.
bool is_complete(const Inherited *all);
// Closes what was not used.
void drop_inheritance(Inherited *all);

typedef struct {
  char directory[PATH_MAX];  // as the kernel has it
  int placed[FIRST_OWN];     // numbers above 2 that are a run's now
  size_t count;
} Place;

// False: the directory cannot be entered. What was inherited is used up, but for the lock.
bool take_place(Place *place, Inherited *all, Offer *offer);
// 0 to 2 become /dev/null and twice the log, the others are reserved again.
void leave_place(const Place *place, int log);

#endif

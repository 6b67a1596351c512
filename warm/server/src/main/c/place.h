// SPDX-License-Identifier: Apache-2.0
// What the process takes over from a client for one run: descriptors, environment, working directory, umask.
#ifndef SPILLWAY_WARM_PLACE_H
#define SPILLWAY_WARM_PLACE_H

#include <limits.h>
#include <sys/stat.h>

#include "connection.h"
#include "offer.h"

// Numbers below this one belong to runs, apart from 0 to 2; everything of the server's own is above. What it opens while it starts, and what is moved,
// is so far above that a run may have most of the numbers that a client may send.
enum { FIRST_OWN = NUMBERS_LIMIT, FIRST_AT_START = 1024 };

// Keeps the numbers of runs in use, so that the VM opens nothing there. Before the VM is made; afterwards the second gives back those from FIRST_OWN on.
bool reserve_numbers(void);
void release_numbers(void);
// The same descriptor with a number from FIRST_AT_START on if the limit allows it, or from FIRST_OWN on; -1: there is none.
int move_up(int fd);

typedef struct {
  int number[FIRST_OWN];  // the client's descriptor of that number, or -1
  struct {
    int number, fd;
  } high[DESCRIPTORS_MAX];  // those from FIRST_OWN on, whose numbers are held; the client's descriptor, or -1
  size_t high_count;
  int directory, lock;
} Inherited;

void begin_inheritance(Inherited *all);
// Keeps these numbers, from FIRST_OWN on, for a run. False: the server itself has one of them open.
bool hold_numbers(Inherited *all, const int *numbers, size_t count);
// Takes the descriptors of a frame. False: a number comes twice or is none of a run's; nothing of the frame is left open then.
bool inherit(Inherited *all, Received *frame);
// Whether everything a run needs is there.
bool is_complete(const Inherited *all);
// Closes what was not used, and lets go of numbers that were held.
void drop_inheritance(Inherited *all);

typedef struct {
  char directory[PATH_MAX];  // as the kernel has it
  struct {
    int number;
    dev_t device;
    ino_t inode;
  } placed[FIRST_OWN + DESCRIPTORS_MAX];  // what is a run's now, above 2
  size_t count;
} Place;

// False: the directory cannot be entered. What was inherited is used up, but for the lock.
bool take_place(Place *place, Inherited *all, Offer *offer);
bool is_placed(const Place *place, int number);
// Whether no number of the run's descriptors is something else now, which may be the VM's: the run has closed it then.
bool is_still_placed(const Place *place);
// Standard input becomes /dev/null: a thread that waits for it ends its wait when it is interrupted, else it would go on to wait for what may never come.
void end_input(void);
// 1, 2 and the client's other descriptors become /dev/null: what a thread writes that has not ended yet is not seen, as after the end of a process.
// Only if is_still_placed.
void end_output(Place *place);
// The environment of the run that has ended is gone, its texts, too.
void forget_environment(void);
// 0 to 2 become /dev/null and twice the log, the others are reserved again, or closed from FIRST_OWN on.
void leave_place(const Place *place, int log);

#endif

// SPDX-License-Identifier: Apache-2.0
// One run of a program, as the launcher runs it: main on a thread of that name, and the end of the VM on another.
#ifndef SPILLWAY_WARM_PROGRAM_H
#define SPILLWAY_WARM_PROGRAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "vm.h"

typedef struct {
  const Vm *vm;
  const Offer *offer;
  int event;           // becomes readable when the program has ended by itself
  int code;            // then its exit code
  atomic_bool ended;   // set before its threads are ended: no other may begin
  pthread_t thread;
} Program;

// False: no thread can be made.
bool start_program(Program *program, const Vm *vm, const Offer *offer, int event);
// When its threads have been ended.
void join_program(const Program *program);

#endif

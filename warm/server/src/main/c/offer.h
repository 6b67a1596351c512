// SPDX-License-Identifier: Apache-2.0
// What a client asks for: the payload of REQUEST, and the descriptors of its run.
#ifndef SPILLWAY_WARM_OFFER_H
#define SPILLWAY_WARM_OFFER_H

#include <signal.h>
#include <sys/types.h>

#include "connection.h"

enum { MODE_CLASS = 1, MODE_JAR = 2 };

typedef struct {
  char *text;  // the payload; all texts point into it
  size_t length;
  const char *key, *main, *directory;
  int mode;
  mode_t umask;
  sigset_t blocked, ignored;
  Strings arguments, properties, environment;
  int numbers[DESCRIPTORS_MAX];  // of descriptors, from NUMBERS_LIMIT on
  size_t number_count;
  uint32_t seen;  // kinds of items that came
} Offer;

// Takes the payload of a REQUEST, which is then the offer's. Null, or why it cannot be served.
const char *read_offer(Offer *offer, Received *request);
void free_offer(Offer *offer);

#endif

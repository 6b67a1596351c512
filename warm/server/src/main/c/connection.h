// SPDX-License-Identifier: Apache-2.0
// Frames as the server reads them: docs/warm-pool-protocol.md.
#ifndef SPILLWAY_WARM_CONNECTION_H
#define SPILLWAY_WARM_CONNECTION_H

#include "wire.h"

typedef struct {
  FrameType type;
  char *payload;  // to be freed by whoever read it
  size_t length;
  int fds[DESCRIPTORS_LIMIT];
  size_t count;
} Received;

// One frame and no byte more, or false: closed, silent for longer than the socket's time-out, or nonsense. Then nothing is left open.
bool receive(int socket, Received *frame);

// Whether the peer is a process of this user.
bool is_own_peer(int socket);

#endif

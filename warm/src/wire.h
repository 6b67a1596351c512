// SPDX-License-Identifier: Apache-2.0
// Frames of the protocol, as the client writes and reads them.
#ifndef SPILLWAY_WARM_WIRE_H
#define SPILLWAY_WARM_WIRE_H

#include "util.h"

typedef enum { FRAME_DESCRIPTORS = 1, FRAME_REQUEST, FRAME_ACCEPTED, FRAME_REFUSED, FRAME_GO, FRAME_SIGNAL, FRAME_EXIT, FRAME_STOP } FrameType;

enum { PROTOCOL_VERSION = 1, HEADER_SIZE = 16, REQUEST_LIMIT = 64 << 20, FRAME_LIMIT = 64 << 10, DESCRIPTORS_LIMIT = 200,
       // A server keeps the numbers below for the descriptors of runs; others it gives if they are free.
       NUMBERS_LIMIT = 256,
       // Of one run.
       DESCRIPTORS_MAX = 1000 };

typedef enum {
  ITEM_KEY = 1, ITEM_MODE, ITEM_MAIN, ITEM_ARGUMENT, ITEM_PROPERTY, ITEM_ENVIRONMENT, ITEM_DIRECTORY, ITEM_UMASK,
  ITEM_IGNORED_SIGNALS, ITEM_BLOCKED_SIGNALS, ITEM_NUMBER
} ItemKind;

static const uint32_t DIRECTORY_NUMBER = 0xFFFFFFFF, LOCK_NUMBER = 0xFFFFFFFE;

// The reason of a FRAME_REFUSED for which another server is of no use.
#define NUMBER_IN_USE "the number of a descriptor is in use here"

void add_number(Buffer *buffer, uint64_t number, int bytes);  // little-endian
uint64_t get_number(const void *from, int bytes);
void add_request_item(Buffer *request, ItemKind kind, const void *bytes, size_t length);

// Sends a frame, with descriptors if there are any. False, with errno, when the peer is gone (EPIPE, ECONNRESET) or takes longer than the
// deadline of CLOCK_BOOTTIME (ETIMEDOUT), or when they cannot be sent at all.
bool send_frame(int socket, FrameType type, const Buffer *payload, const int *descriptors, size_t count, uint64_t deadline_ns);

typedef struct {
  FrameType type;
  Buffer payload;
} Frame;

// READ_RESET: the peer ended without having read all that was sent to it.
typedef enum { READ_FRAME, READ_MORE, READ_CLOSED, READ_RESET, READ_BAD } ReadResult;

// Takes what has arrived; READ_MORE until a frame is whole. `pending` starts empty and belongs to one connection.
ReadResult read_frame(int socket, Buffer *pending, Frame *frame);
ReadResult await_frame(int socket, Buffer *pending, Frame *frame, uint64_t deadline_ns);

#endif

// SPDX-License-Identifier: Apache-2.0
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const char magic[4] = {'S', 'P', 'W', 'P'};

void add_number(Buffer *buffer, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; i++, number >>= 8) {
    uint8_t byte = (uint8_t)number;
    add_bytes(buffer, &byte, 1);
  }
}

uint64_t get_number(const void *from, int bytes) {
  const uint8_t *p = from;
  uint64_t n = 0;
  for (int i = bytes - 1; i >= 0; i--) n = n << 8 | p[i];
  return n;
}

void add_request_item(Buffer *request, ItemKind kind, const void *bytes, size_t length) {
  add_number(request, (uint64_t)kind, 4);
  add_number(request, length, 4);
  add_bytes(request, bytes, length);
}

// Waits until the socket can be read or written, or the deadline is over.
static bool wait_for(int socket, short event, uint64_t deadline_ns) {
  for (;;) {
    uint64_t now = boot_time_ns();
    if (now >= deadline_ns) return false;
    uint64_t ms = (deadline_ns - now + 999999) / 1000000;
    struct pollfd p = {.fd = socket, .events = event};
    int n = poll(&p, 1, ms > 60000 ? 60000 : (int)ms);
    if (n > 0) return true;
    if (n < 0 && errno != EINTR) return false;
  }
}

// The descriptors go with the first byte.
static ssize_t send_some(int socket, const Buffer *bytes, size_t sent, const int *descriptors, size_t count) {
  struct iovec piece = {.iov_base = bytes->data + sent, .iov_len = bytes->length - sent};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(DESCRIPTORS_LIMIT * sizeof(int))];
  } control;
  if (sent == 0 && count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

bool send_frame(int socket, FrameType type, const Buffer *payload, const int *descriptors, size_t count, uint64_t deadline_ns) {
  Buffer bytes = {0};
  size_t length = payload != NULL ? payload->length : 0;
  add_bytes(&bytes, magic, sizeof magic);
  add_number(&bytes, PROTOCOL_VERSION, 2);
  add_number(&bytes, (uint64_t)type, 2);
  add_number(&bytes, length, 4);
  add_number(&bytes, count, 4);
  if (length > 0) add_bytes(&bytes, payload->data, length);
  for (size_t sent = 0; sent < bytes.length;) {
    ssize_t n = send_some(socket, &bytes, sent, descriptors, count);
    if (n >= 0) sent += (size_t)n;
    else if (errno == EAGAIN) {
      if (wait_for(socket, POLLOUT, deadline_ns)) continue;
      free(bytes.data);
      errno = ETIMEDOUT;
      return false;
    } else if (errno != EINTR) {
      int error = errno;
      free(bytes.data);
      errno = error;
      return false;
    }
  }
  free(bytes.data);  // a server sends many
  return true;
}

// Whether a header may come from a server, which sends three types, each short and without descriptors.
static bool is_good_header(const char *header, size_t length) {
  uint64_t type = get_number(header + 6, 2);
  if (memcmp(header, magic, sizeof magic) != 0 || get_number(header + 4, 2) != PROTOCOL_VERSION || get_number(header + 12, 4) != 0) return false;
  switch (type) {
    case FRAME_ACCEPTED: return length == 0;
    case FRAME_REFUSED: return length <= FRAME_LIMIT;
    case FRAME_EXIT: return length == 8;
    default: return false;
  }
}

static ReadResult take_frame(Buffer *pending, Frame *frame) {
  if (pending->length < HEADER_SIZE) return READ_MORE;
  size_t length = get_number(pending->data + 8, 4);
  if (!is_good_header(pending->data, length)) return READ_BAD;
  if (pending->length < HEADER_SIZE + length) return READ_MORE;
  frame->type = (FrameType)get_number(pending->data + 6, 2);
  frame->payload = (Buffer){0};
  add_bytes(&frame->payload, pending->data + HEADER_SIZE, length);
  pending->length -= HEADER_SIZE + length;
  memmove(pending->data, pending->data + HEADER_SIZE + length, pending->length);
  return READ_FRAME;
}

ReadResult read_frame(int socket, Buffer *pending, Frame *frame) {
  for (;;) {
    ReadResult result = take_frame(pending, frame);
    if (result != READ_MORE) return result;
    char piece[4096];
    // Without room for control data the kernel closes descriptors that come.
    ssize_t n = recv(socket, piece, sizeof piece, 0);
    if (n > 0) add_bytes(pending, piece, (size_t)n);
    else if (n == 0) return READ_CLOSED;
    else if (errno == EAGAIN) return READ_MORE;
    else if (errno == ECONNRESET) return READ_RESET;
    else if (errno != EINTR) return READ_CLOSED;
  }
}

ReadResult await_frame(int socket, Buffer *pending, Frame *frame, uint64_t deadline_ns) {
  ReadResult result;
  while ((result = read_frame(socket, pending, frame)) == READ_MORE)
    if (!wait_for(socket, POLLIN, deadline_ns)) break;
  return result;
}

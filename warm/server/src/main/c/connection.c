// SPDX-License-Identifier: Apache-2.0
#include "connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void close_all(Received *frame) {
  for (size_t i = 0; i < frame->count; i++) close(frame->fds[i]);
  frame->count = 0;
}

// Descriptors that came with what was just read. False when there are more than any frame may have.
static bool take_descriptors(Received *frame, struct msghdr *message) {
  bool fits = (message->msg_flags & MSG_CTRUNC) == 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < n; i++) {
      int fd;
      memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
      if (frame->count < DESCRIPTORS_LIMIT) {
        frame->fds[frame->count++] = fd;
      } else {
        close(fd);
        fits = false;
      }
    }
  }
  return fits;
}

static bool read_exactly(int socket, void *to, size_t length, Received *frame) {
  char *at = to;
  while (length > 0) {
    union {
      struct cmsghdr align;
      char bytes[CMSG_SPACE(DESCRIPTORS_LIMIT * sizeof(int))];
    } control;
    struct iovec piece = {.iov_base = at, .iov_len = length};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0 || !take_descriptors(frame, &message)) return false;
    at += n;
    length -= (size_t)n;
  }
  return true;
}

static bool is_good(const char *header, FrameType type, size_t length) {
  uint64_t count = get_number(header + 12, 4);
  if (memcmp(header, "SPWP", 4) != 0 || get_number(header + 4, 2) != PROTOCOL_VERSION) return false;
  switch (type) {
    case FRAME_DESCRIPTORS: return count >= 1 && count <= DESCRIPTORS_LIMIT && length == 4 * count;
    case FRAME_REQUEST: return count == 0 && length <= REQUEST_LIMIT;
    case FRAME_SIGNAL: return count == 0 && length == 8;
    case FRAME_GO:
    case FRAME_STOP: return count == 0 && length == 0;
    default: return false;
  }
}

bool receive(int socket, Received *frame) {
  char header[HEADER_SIZE];
  frame->payload = NULL;
  frame->count = 0;
  bool good = read_exactly(socket, header, sizeof header, frame);
  if (good) {
    frame->type = (FrameType)get_number(header + 6, 2);
    frame->length = get_number(header + 8, 4);
    good = is_good(header, frame->type, frame->length) && (frame->payload = malloc(frame->length + 1)) != NULL &&
           read_exactly(socket, frame->payload, frame->length, frame) && frame->count == get_number(header + 12, 4);
  }
  if (good) return true;
  close_all(frame);
  free(frame->payload);
  frame->payload = NULL;
  return false;
}

bool is_own_peer(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

// SPDX-License-Identifier: Apache-2.0
#include "streams.h"

#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

enum { FLUSH_S = 1 };

// The C library asks for a terminal once, when a stream is first used; glibc takes another buffer at any time. Buffers that a program has set are gone with its memory.
static void begin_stream(FILE *stream, int fd, char *buffer) {
  struct stat s;
  size_t size = fstat(fd, &s) == 0 && s.st_blksize > 0 && s.st_blksize < BUFSIZ ? (size_t)s.st_blksize : BUFSIZ;
  (void)setvbuf(stream, buffer, isatty(fd) ? _IOLBF : _IOFBF, size);
}

void begin_streams(void) {
  static char in[BUFSIZ], out[BUFSIZ];
  begin_stream(stdin, 0, in);
  begin_stream(stdout, 1, out);
  (void)setvbuf(stderr, NULL, _IONBF, 0);
}

static void flush_if_free(FILE *stream) {
  if (ftrylockfile(stream) != 0) return;
  (void)fflush_unlocked(stream);
  funlockfile(stream);
}

static void *flush_all(void *ignored) {
  (void)ignored;
  fflush(NULL);
  return NULL;
}

// Standard output first, by itself, as its reader may be slow.
void flush_output(void) {
  pthread_t flusher;
  struct timespec until;
  flush_if_free(stdout);
  if (pthread_create(&flusher, NULL, flush_all, NULL) != 0) return;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += FLUSH_S;
  if (pthread_timedjoin_np(flusher, NULL, &until) != 0) pthread_detach(flusher);
}

void end_streams(void) {
  fflush(NULL);
  __fpurge(stdin);
  clearerr(stdin);
  clearerr(stdout);
  closelog();  // the C library keeps the number of the socket, which will be another's
}

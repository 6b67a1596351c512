// SPDX-License-Identifier: Apache-2.0
#include "util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void *resize(void *old, size_t size) {
  void *p = realloc(old, size ? size : 1);
  if (p == NULL) {
    static const char message[] = "Error: spillway-java: out of memory\n";
    (void)!write(2, message, sizeof message - 1);
    _exit(1);
  }
  return p;
}

void *allocate(size_t size) { return memset(resize(NULL, size), 0, size); }

char *copy_bytes(const char *bytes, size_t length) {
  char *copy = allocate(length + 1);
  return memcpy(copy, bytes, length);
}

char *copy_text(const char *text) { return copy_bytes(text, strlen(text)); }

static void reserve(Buffer *buffer, size_t more) {
  if (buffer->length + more <= buffer->capacity) return;
  buffer->capacity = 2 * buffer->capacity + more + 64;
  buffer->data = resize(buffer->data, buffer->capacity);
}

void add_bytes(Buffer *buffer, const void *bytes, size_t length) {
  reserve(buffer, length);
  if (length > 0) memcpy(buffer->data + buffer->length, bytes, length);
  buffer->length += length;
}

void add_text(Buffer *buffer, const char *text) { add_bytes(buffer, text, strlen(text)); }

static void add_arguments(Buffer *buffer, const char *form, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, form, arguments);
  reserve(buffer, (size_t)length + 1);
  vsnprintf(buffer->data + buffer->length, (size_t)length + 1, form, again);
  va_end(again);
  buffer->length += (size_t)length;
}

void add_format(Buffer *buffer, const char *form, ...) {
  va_list arguments;
  va_start(arguments, form);
  add_arguments(buffer, form, arguments);
  va_end(arguments);
}

char *format(const char *form, ...) {
  Buffer buffer = {0};
  va_list arguments;
  va_start(arguments, form);
  add_arguments(&buffer, form, arguments);
  va_end(arguments);
  return buffer_text(&buffer);
}

char *buffer_text(Buffer *buffer) {
  reserve(buffer, 1);
  buffer->data[buffer->length] = '\0';
  return buffer->data;
}

void add_string(Strings *list, char *text) {
  if (list->count + 1 >= list->capacity) {
    list->capacity = 2 * list->capacity + 16;
    list->item = resize(list->item, list->capacity * sizeof(char *));
  }
  list->item[list->count++] = text;
  list->item[list->count] = NULL;
}

const char *after(const char *text, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

bool same_time(struct timespec a, struct timespec b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

bool one_of(const char *text, const char *const *names) {
  for (; *names != NULL; names++)
    if (same(text, *names)) return true;
  return false;
}

bool read_file(int directory, const char *path, size_t limit, Buffer *content) {
  int fd = openat(directory, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return false;
  char piece[16384];
  ssize_t n;
  while ((n = read(fd, piece, sizeof piece)) != 0) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 || content->length + (size_t)n > limit) break;
    add_bytes(content, piece, (size_t)n);
  }
  close(fd);
  return n == 0;
}

bool read_regular_file(const char *path, size_t limit, Buffer *content) {
  struct stat s;
  int found = open(path, O_PATH | O_CLOEXEC);
  bool read = found >= 0 && fstat(found, &s) == 0 && S_ISREG(s.st_mode) && read_file(AT_FDCWD, format("/proc/self/fd/%d", found), limit, content);
  if (found >= 0) close(found);
  return read;
}

bool write_all(int fd, const void *bytes, size_t length) {
  const char *p = bytes;
  while (length > 0) {
    ssize_t n = write(fd, p, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    length -= (size_t)n;
  }
  return true;
}

uint64_t boot_time_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// SPDX-License-Identifier: Apache-2.0
// Growing byte buffers and lists of strings. The client lives for one run, so nothing is freed; memory that cannot be had ends it.
#ifndef SPILLWAY_WARM_UTIL_H
#define SPILLWAY_WARM_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct {
  char *data;
  size_t length, capacity;
} Buffer;

typedef struct {
  char **item;
  size_t count, capacity;
} Strings;

void *allocate(size_t size);
char *copy_text(const char *text);
char *copy_bytes(const char *bytes, size_t length);  // adds a NUL
char *format(const char *form, ...) __attribute__((format(printf, 1, 2)));

void add_bytes(Buffer *buffer, const void *bytes, size_t length);
void add_text(Buffer *buffer, const char *text);
void add_format(Buffer *buffer, const char *form, ...) __attribute__((format(printf, 2, 3)));
char *buffer_text(Buffer *buffer);  // adds a NUL that does not count

void add_string(Strings *list, char *text);

// The rest of a text behind a prefix, or NULL.
const char *after(const char *text, const char *prefix);
bool one_of(const char *text, const char *const *names);  // names end with NULL
bool same(const char *a, const char *b);
bool same_time(struct timespec a, struct timespec b);

// Reads a whole file up to a limit; false on any error or when it is longer.
bool read_file(int directory, const char *path, size_t limit, Buffer *content);
// The same for something the user names. What is no regular file, a pipe above all, is not even opened: whoever reads it next finds all of it.
bool read_regular_file(const char *path, size_t limit, Buffer *content);
bool write_all(int fd, const void *bytes, size_t length);
uint64_t boot_time_ns(void);

#endif

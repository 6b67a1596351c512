// SPDX-License-Identifier: Apache-2.0
#include "manifest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30, LOCATOR_SIZE = 20, END64_SIZE = 56, COMMENT_LIMIT = 65535 };
enum { DIRECTORY_LIMIT = 256 << 20, MANIFEST_LIMIT = 16 << 20 };
static const char manifest_name[] = "META-INF/MANIFEST.MF";

static uint64_t number(const uint8_t *p, int bytes) {
  uint64_t n = 0;
  for (int i = bytes - 1; i >= 0; i--) n = n << 8 | p[i];
  return n;
}

static bool read_at(int fd, uint64_t offset, void *to, size_t length) { return pread(fd, to, length, (off_t)offset) == (ssize_t)length; }

typedef struct {
  uint64_t start, length;  // of the central directory
  uint64_t shift;          // bytes before the archive, from which its offsets count
} Directory;

static void find_directory64(int fd, uint64_t end, Directory *d) {
  uint8_t locator[LOCATOR_SIZE], end64[END64_SIZE];
  if (end < LOCATOR_SIZE + END64_SIZE || !read_at(fd, end - LOCATOR_SIZE, locator, sizeof locator)) return;
  if (memcmp(locator, "PK\6\7", 4) != 0 || !read_at(fd, end - LOCATOR_SIZE - END64_SIZE, end64, sizeof end64)) return;
  if (memcmp(end64, "PK\6\6", 4) != 0) return;
  d->length = number(end64 + 40, 8);
  d->start = end - LOCATOR_SIZE - END64_SIZE - d->length;
  d->shift = d->start - number(end64 + 48, 8);
}

static bool has_mark(int fd, uint64_t offset, const char *mark) {
  uint8_t found[4];
  return read_at(fd, offset, found, sizeof found) && memcmp(found, mark, 4) == 0;
}

// Bytes that no comment explains may follow a record, if a directory and a first entry are where it says (ZipFile.java takes such jars).
static bool is_end_of_padded(int fd, uint64_t size, uint64_t end, const uint8_t *record) {
  uint64_t length = number(record + 12, 4), offset = number(record + 16, 4);
  return end < size && length <= end && offset <= end - length && has_mark(fd, end - length, "PK\1\2") && has_mark(fd, end - length - offset, "PK\3\4");
}

static bool find_in_tail(int fd, uint64_t size, const uint8_t *bytes, size_t tail, Directory *d) {
  for (size_t i = tail - END_SIZE + 1; i-- > 0;) {
    if (memcmp(bytes + i, "PK\5\6", 4) != 0) continue;
    uint64_t end = size - tail + i;
    if (i + END_SIZE + number(bytes + i + 20, 2) != tail && !is_end_of_padded(fd, size, end, bytes + i)) continue;
    d->length = number(bytes + i + 12, 4);
    d->start = end - d->length;
    d->shift = d->start - number(bytes + i + 16, 4);
    if (d->length > end || d->shift > size) find_directory64(fd, end, d);
    return d->length <= size && d->start <= size && d->shift <= d->start;
  }
  return false;
}

// The directory lies right before the end record, which a comment may follow.
static bool find_directory(int fd, uint64_t size, Directory *d) {
  size_t tail = size < END_SIZE + COMMENT_LIMIT ? (size_t)size : END_SIZE + COMMENT_LIMIT;
  uint8_t *bytes = allocate(tail);
  bool found = tail >= END_SIZE && read_at(fd, size - tail, bytes, tail) && find_in_tail(fd, size, bytes, tail, d);
  free(bytes);
  return found;
}

static bool inflate_to(Buffer *manifest, uint8_t *from, uint64_t packed, uint64_t length) {
  uint8_t *to = allocate(length + 1);
  z_stream stream = {.next_in = from, .avail_in = (uInt)packed, .next_out = to, .avail_out = (uInt)length + 1};
  bool done = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
  if (done) {
    done = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == length;
    inflateEnd(&stream);
  }
  if (done) add_bytes(manifest, to, length);
  free(to);
  return done;
}

static JarResult unpack(int fd, const Directory *d, const uint8_t *entry, Buffer *manifest) {
  uint8_t local[LOCAL_SIZE];
  uint64_t method = number(entry + 10, 2), packed = number(entry + 20, 4), length = number(entry + 24, 4), at = d->shift + number(entry + 42, 4);
  if (packed > MANIFEST_LIMIT || length > MANIFEST_LIMIT || !read_at(fd, at, local, sizeof local)) return JAR_UNUSUAL;
  if (memcmp(local, "PK\3\4", 4) != 0) return JAR_UNUSUAL;
  uint8_t *from = allocate(packed + 1);
  bool read = read_at(fd, at + LOCAL_SIZE + number(local + 26, 2) + number(local + 28, 2), from, packed);
  if (read && method == 0) add_bytes(manifest, from, packed);
  else read = read && method == 8 && inflate_to(manifest, from, packed, length);
  free(from);
  return read ? JAR_READ : JAR_UNUSUAL;
}

static JarResult read_entry(int fd, const Directory *d, const uint8_t *bytes, Buffer *manifest) {
  const uint8_t *found = NULL, *end = bytes + d->length;
  for (const uint8_t *p = bytes; end - p >= ENTRY_SIZE && memcmp(p, "PK\1\2", 4) == 0;) {
    size_t name = number(p + 28, 2), rest = name + number(p + 30, 2) + number(p + 32, 2);
    if ((size_t)(end - p) - ENTRY_SIZE < rest) return JAR_UNUSUAL;
    if (name == sizeof manifest_name - 1 && strncasecmp((char *)p + ENTRY_SIZE, manifest_name, name) == 0) {
      if (found != NULL) return JAR_UNUSUAL;
      found = p;
    }
    p += ENTRY_SIZE + rest;
  }
  return found == NULL ? JAR_NONE : unpack(fd, d, found, manifest);
}

JarResult read_manifest(int fd, Buffer *manifest) {
  struct stat file;
  Directory d = {0};
  if (fstat(fd, &file) != 0 || !find_directory(fd, (uint64_t)file.st_size, &d)) return JAR_NONE;
  if (d.length > DIRECTORY_LIMIT) return JAR_UNUSUAL;
  // Freed: the keeper that reads a class path lives as long as its server.
  uint8_t *bytes = allocate(d.length + 1);
  JarResult result = read_at(fd, d.start, bytes, d.length) ? read_entry(fd, &d, bytes, manifest) : JAR_NONE;
  free(bytes);
  return result;
}

// The next line without its end, a continuation line's leading blank included; NULL at the end.
static const char *next_line(const char **at, const char *end, size_t *length) {
  const char *line = *at, *p = line;
  if (line >= end) return NULL;
  while (p < end && *p != '\n' && *p != '\r') p++;
  *length = (size_t)(p - line);
  if (p + 1 < end && p[0] == '\r' && p[1] == '\n') p++;
  *at = p < end ? p + 1 : p;
  return line;
}

char *main_attribute(const Buffer *manifest, const char *name) {
  const char *at = manifest->data, *end = at + manifest->length, *line;
  size_t length, name_length = strlen(name);
  Buffer value = {0};
  bool inside = false, found = false;
  while ((line = next_line(&at, end, &length)) != NULL && length > 0) {
    if (line[0] == ' ') {
      if (inside) add_bytes(&value, line + 1, length - 1);
      continue;
    }
    inside = length > name_length + 1 && line[name_length] == ':' && strncasecmp(line, name, name_length) == 0;
    if (!inside) continue;
    found = true;
    value.length = 0;  // the last one counts
    add_bytes(&value, line + name_length + 2, length - name_length - 2);
  }
  return found ? buffer_text(&value) : NULL;
}

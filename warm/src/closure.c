// SPDX-License-Identifier: Apache-2.0
#include "closure.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "closure_items.h"
#include "file_system.h"
#include "manifest.h"
#include "sha256.h"
#include "wildcard.h"

enum { ITEM_LIMIT = 10000, DEPTH_LIMIT = 40, CACHE_FILE_LIMIT = 32 << 20, REASON_AGE_S = 60, DAY_S = 86400 };
static const uint64_t BYTES_LIMIT = 4ull << 30;
// A file changed once more within the resolution of its times would look the same; 2 s covers the coarsest file systems.
static const uint64_t SETTLED_NS = 2000000000u;

typedef struct {
  const ClosureRequest *request;
  char *directory;  // current working directory
  Strings roots;    // absolute paths of jars and directories, each once
  size_t given;     // the first of them, which were not found in manifests
  Items items, known;
  size_t reuse_at;  // where to look first in the known items
  Closure result;
} Reader;

static void give_reason(Reader *r, const char *reason, const char *detail) {
  if (r->result.reason != NULL) return;
  r->result.reason = reason;
  r->result.detail = detail;
}

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// The entry "" of a class path is the working directory.
static char *absolute(Reader *r, const char *path) {
  if (path[0] == '/') return copy_text(path);
  if (r->directory == NULL) r->directory = getcwd(NULL, 0);
  if (r->directory == NULL || r->directory[0] != '/') give_reason(r, "working directory has no path", NULL);
  return format("%s/%s", r->directory ? r->directory : "", path);
}

static void add_root(Reader *r, char *path) {
  if (strchr(path, '\n') != NULL) give_reason(r, "class path is unusual", path);
  for (size_t i = 0; i < r->roots.count; i++)
    if (same(r->roots.item[i], path)) return;
  add_string(&r->roots, path);
}

static void add_first_roots(Reader *r) {
  Strings entries = {0};
  split_path(r->request->class_path, &entries);
  for (size_t i = 0; i < entries.count; i++) add_root(r, absolute(r, entries.item[i]));
  for (size_t i = 0; i < r->request->files->count; i++) add_root(r, absolute(r, r->request->files->item[i]));
  r->given = r->roots.count;
}

// The name in the cache: what was asked, with absolute paths.
static char *cache_name(Reader *r) {
  Buffer text = {0};
  add_format(&text, "%s", r->request->main_jar != NULL ? "jar" : "class");
  for (size_t i = 0; i < r->roots.count; i++) add_format(&text, "\n%s", r->roots.item[i]);
  char hash[65];
  sha256_of(buffer_text(&text), text.length, hash);
  return copy_text(hash);
}

static void parse_reason(Reader *r, int cache, const char *name, char *text) {
  struct stat s;
  char *detail = strchr(text, '\t');
  if (detail == NULL) return;
  *detail++ = '\0';
  detail[strcspn(detail, "\n")] = '\0';
  give_reason(r, text, *detail != '\0' ? detail : NULL);
  r->result.unknown = fstatat(cache, name, &s, 0) != 0 || time(NULL) - s.st_mtim.tv_sec > REASON_AGE_S || s.st_mtim.tv_sec > time(NULL);
}

// Reads the cache's file. The first line is the hash of the rest, or '!' with a reason.
static void load(Reader *r, int cache, const char *name) {
  Buffer content = {0};
  r->result.unknown = true;
  if (!read_file(cache, name, CACHE_FILE_LIMIT, &content)) return;
  char *text = buffer_text(&content);
  if (text[0] == '!') {
    parse_reason(r, cache, name, text + 1);
    return;
  }
  if (content.length < 65 || text[64] != '\n' || !parse_items(text + 65, &r->known)) {
    r->known.count = 0;
    return;
  }
  memcpy(r->result.hash, text, 64);
  r->result.unknown = false;
}

static void check_unchanged(Reader *r) {
  for (size_t i = 0; i < r->known.count && !r->result.unknown; i++) {
    Item now = {.path = r->known.item[i].path};
    describe_state(now.path, &now);
    r->result.unknown = !same_state(&now, &r->known.item[i]);
  }
}

// Names in use are kept; the others go some time.
static void mark_used(int cache, const char *name) {
  struct stat s;
  if (fstatat(cache, name, &s, 0) == 0 && time(NULL) - s.st_mtim.tv_sec > DAY_S) utimensat(cache, name, NULL, 0);
}

Closure known_closure(int cache, const ClosureRequest *request) {
  Reader r = {.request = request};
  add_first_roots(&r);
  if (r.result.reason != NULL) return r.result;
  char *name = cache_name(&r);
  load(&r, cache, name);
  check_unchanged(&r);
  if (!r.result.unknown && r.result.reason == NULL) mark_used(cache, name);
  return r.result;
}

static bool is_dots(const char *name) { return same(name, ".") || same(name, ".."); }

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static Item *add_checked(Reader *r, const char *path) {
  Item *item = add_item(&r->items, path);
  if (item->kind == '?') give_reason(r, "class path has a special file", path);
  if (item->kind != '-' && is_shared_by_machines(path)) give_reason(r, "class path is on a network file system", path);
  if (r->items.count > ITEM_LIMIT) give_reason(r, "class path has too many files", path);
  if (strchr(path, '\n') != NULL) give_reason(r, "class path is unusual", path);
  return item;
}

static void walk(Reader *r, const char *directory, int depth) {
  DIR *open = opendir(directory);
  if (open == NULL || depth > DEPTH_LIMIT) {
    give_reason(r, "class path has a directory that cannot be read", directory);
    if (open != NULL) closedir(open);
    return;
  }
  Strings names = {0};
  for (struct dirent *found; (found = readdir(open)) != NULL && names.count <= ITEM_LIMIT;)
    if (!is_dots(found->d_name)) add_string(&names, copy_text(found->d_name));
  closedir(open);
  if (names.count > 0) qsort(names.item, names.count, sizeof(char *), by_name);
  for (size_t i = 0; i < names.count && r->result.reason == NULL; i++) {
    char *path = format("%s/%s", directory, names.item[i]);
    if (add_checked(r, path)->kind == 'd') walk(r, path, depth + 1);
  }
}

// False if it encodes a NUL or a slash, which would not separate what it looks like, or is malformed.
static bool add_decoded(Buffer *path, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (c == '%') {
      unsigned value;
      int used = 0;
      if (length - i < 3 || sscanf(text + i + 1, "%2x%n", &value, &used) != 1 || used != 2 || value == 0 || value == '/') return false;
      c = (char)value;
      i += 2;
    }
    add_bytes(path, &c, 1);
  }
  return true;
}

// Adds what lies between slashes, but for "." and what ".." takes away again. The text of a URL is decoded after that.
static bool add_segments(Buffer *path, const char *text, const char *end, bool is_url) {
  for (;; text++) {
    const char *slash = memchr(text, '/', (size_t)(end - text));
    size_t length = (size_t)((slash != NULL ? slash : end) - text);
    bool is_up = length == 2 && memcmp(text, "..", 2) == 0;
    if (is_up)
      while (path->length > 0 && path->data[--path->length] != '/') {}
    if (is_up || (length == 1 && *text == '.')) {
      if (slash == NULL && is_url) add_bytes(path, "/", 1);
    } else {
      add_bytes(path, "/", 1);
      if (!is_url) add_bytes(path, text, length);
      else if (!add_decoded(path, text, length)) return false;
    }
    if (slash == NULL) return true;
    text = slash;
  }
}

// A URL as it may stand in a manifest. NULL when it is more than a path. Of one relative to the jar the JDK takes "x/.." out without a look at
// what x is (java.net.URLStreamHandler.parseURL), so that need not be there, and may be a link; an absolute one it takes as it is.
static char *manifest_path(const char *jar, const char *url) {
  if (after(url, "file:/") != NULL) url += strlen("file:");
  if (strpbrk(url, ":?#;") != NULL || after(url, "//") != NULL) return NULL;
  Buffer path = {0};
  bool is_good = true;
  if (*url == '/') {
    is_good = add_decoded(&path, url, strlen(url));
  } else {
    const char *name = strrchr(jar, '/');
    if (name != jar) add_segments(&path, jar + 1, name, false);
    is_good = add_segments(&path, url, url + strlen(url), true);
  }
  return is_good ? buffer_text(&path) : NULL;
}

static void add_manifest_roots(Reader *r, const char *jar, char *class_path) {
  char *state = NULL;
  for (char *url = strtok_r(class_path, " \t\n\r\f", &state); url != NULL; url = strtok_r(NULL, " \t\n\r\f", &state)) {
    char *path = manifest_path(jar, url);
    if (path == NULL) give_reason(r, "manifest names a URL", url);
    else add_root(r, path);
  }
}

// What makes the launcher do more than call main.
static const char *const launcher_attributes[] = {"Launcher-Agent-Class", "SplashScreen-Image", "JavaFX-Application-Class", NULL};

// The JDK takes what the user names for the file it leads to, so a jar's Class-Path counts from there; what a manifest names, it takes as it is.
static char *base_of(const char *path, bool given) {
  char *canonical = given ? realpath(path, NULL) : NULL;
  return canonical != NULL ? canonical : copy_text(path);
}

static void follow_manifest(Reader *r, const char *path, const Buffer *manifest, bool main_jar, bool given) {
  for (const char *const *name = launcher_attributes; main_jar && *name != NULL; name++)
    if (main_attribute(manifest, *name) != NULL) give_reason(r, "manifest asks for more than a main class", *name);
  char *class_path = main_attribute(manifest, "Class-Path");
  if (class_path != NULL) add_manifest_roots(r, base_of(path, given), class_path);
}

static void read_jar(Reader *r, const char *path, bool main_jar, bool given) {
  Buffer manifest = {0};
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  JarResult result = fd < 0 ? JAR_UNUSUAL : read_manifest(fd, &manifest);
  if (fd >= 0) close(fd);
  if (fd < 0) give_reason(r, "class path has a file that cannot be read", path);
  if (result == JAR_UNUSUAL) give_reason(r, "class path has an unusual jar", path);
  if (main_jar && (result != JAR_READ || main_attribute(&manifest, "Main-Class") == NULL)) give_reason(r, "jar names no main class", path);
  if (result == JAR_READ) follow_manifest(r, path, &manifest, main_jar, given);
  free(manifest.data);
}

// Finds all files. The list of roots grows while it is worked through.
static void find_items(Reader *r) {
  for (size_t i = 0; i < r->roots.count && r->result.reason == NULL; i++) {
    char *path = r->roots.item[i];
    char kind = add_checked(r, path)->kind;
    bool main_jar = i == 0 && r->request->main_jar != NULL;
    if (kind == 'd') walk(r, path, 0);
    if (kind == 'f') read_jar(r, path, main_jar, i < r->given);
    else if (main_jar) give_reason(r, "jar names no main class", path);
  }
}

static bool hash_file(Item *item) {
  int fd = open(item->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0) return false;
  static char piece[65536];
  Sha256 sha;
  ssize_t n;
  sha256_begin(&sha);
  while ((n = read(fd, piece, sizeof piece)) > 0) sha256_add(&sha, piece, (size_t)n);
  sha256_end(&sha, item->hash);
  close(fd);
  return n == 0;
}

// A file that has not changed keeps its hash. Both lists are in the same order but for changes, so the search goes on where it ended.
static bool reuse_hash(Reader *r, Item *item) {
  for (size_t n = 0; n < r->known.count; n++) {
    Item *old = &r->known.item[(r->reuse_at + n) % r->known.count];
    if (!same(old->path, item->path)) continue;
    r->reuse_at = (r->reuse_at + n + 1) % r->known.count;
    if (!same_state(old, item)) return false;
    memcpy(item->hash, old->hash, sizeof item->hash);
    return true;
  }
  return false;
}

static void hash_items(Reader *r) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < r->items.count && r->result.reason == NULL; i++) {
    Item *item = &r->items.item[i];
    if (item->kind != 'f') continue;
    if ((bytes += item->size) > BYTES_LIMIT) give_reason(r, "class path is too large", item->path);
    else if (!reuse_hash(r, item) && !hash_file(item)) give_reason(r, "class path has a file that cannot be read", item->path);
  }
}

// Whatever changed while it was read, or so recently that its times would not show another change, is not known yet.
static void check_settled(Reader *r) {
  uint64_t now = now_ns();
  for (size_t i = 0; i < r->items.count; i++) {
    Item *item = &r->items.item[i], state = {.path = item->path};
    describe_state(item->path, &state);
    if (!same_state(item, &state) || item->changed_ns + SETTLED_NS > now) r->result.unknown = true;
  }
}

static void store(int cache, const char *name, const Buffer *text) {
  char *temporary = format("%s.%ld", name, (long)getpid());
  int fd = openat(cache, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return;
  bool written = write_all(fd, text->data, text->length);
  if (close(fd) != 0 || !written || renameat(cache, temporary, cache, name) != 0) unlinkat(cache, temporary, 0);
}

Closure refresh_closure(int cache, const ClosureRequest *request) {
  Reader r = {.request = request};
  Buffer text = {0}, file = {0};
  add_first_roots(&r);
  // Without a directory relative entries would be those of the root.
  if (r.result.reason != NULL) return r.result;
  char *name = cache_name(&r);
  load(&r, cache, name);
  r.result = (Closure){0};
  find_items(&r);
  hash_items(&r);
  check_settled(&r);
  if (r.result.reason != NULL) {
    add_format(&file, "!%s\t%s\n", r.result.reason, r.result.detail ? r.result.detail : "");
    store(cache, name, &file);
  } else if (!r.result.unknown) {
    write_items(&r.items, &text);
    sha256_of(buffer_text(&text), text.length, r.result.hash);
    add_format(&file, "%s\n%s", r.result.hash, buffer_text(&text));
    store(cache, name, &file);
  }
  return r.result;
}

bool closure_items(int cache, const ClosureRequest *request, const char *hash, Buffer *items) {
  Reader r = {.request = request};
  Buffer content = {0};
  add_first_roots(&r);
  if (!read_file(cache, cache_name(&r), CACHE_FILE_LIMIT, &content)) return false;
  const char *text = buffer_text(&content);
  if (content.length < 65 || strncmp(text, hash, 64) != 0 || text[64] != '\n') return false;
  add_text(items, text + 65);
  return true;
}

// SPDX-License-Identifier: Apache-2.0
#include "libraries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

enum { COPIES_LEFT = 64 };

typedef struct {
  const char *begin, *end;  // of its file's name, which has a number or a hash of the run in between
  bool has_threads;         // of its own, which may still be there
} KnownLibrary;

// Of a file that is mapped, which may be deleted by now.
static bool ends_with(const char *name, const char *end) {
  const char *gone = strstr(name, " (deleted)");
  size_t length = gone != NULL ? (size_t)(gone - name) : strlen(name), own = strlen(end);
  return length >= own && memcmp(name + length - own, end, own) == 0;
}

// Libraries that come in jars and have no state that differs from run to run: compressors, sockets and terminals, which keep ids of classes and fields. Each
// run unpacks and loads a copy of its own.
static const KnownLibrary *known_library(const char *path) {
  static const KnownLibrary known[] = {{"/liblz4-java-", ".so", false},
                                       {"/libzstd-jni-", ".so", true},
                                       {"/libnetty_transport_native_epoll_", ".so", false},
                                       {"/snappy-", "-libsnappyjava.so", false},
                                       {"/jansi-", "-libjansi.so", false},
                                       {"/jlinenative-", "-libjlinenative.so", false}};
  const char *name = strrchr(path, '/');
  for (size_t i = 0; name != NULL && i < sizeof known / sizeof *known; i++)
    if (after(name, known[i].begin) != NULL && ends_with(name, known[i].end)) return &known[i];
  return NULL;
}

bool can_be_closed(const char *path) {
  const KnownLibrary *known = known_library(path);
  return known != NULL && !known->has_threads;
}

// It finds out at its first use whether there is a screen, and loads what goes with that.
static bool decides_once(const char *path) {
  const char *name = strrchr(path, '/');
  return name != NULL && after(name, "/libawt") != NULL;
}

static bool is_below(const char *path, const char *directory) {
  const char *rest = after(path, directory);
  return rest != NULL && rest[0] == '/';
}

// Those of the C library that it loads itself, and what the image's own libraries need.
static bool is_known_of_system(const char *path, const char *directory) {
  static const char *const known[] = {"/libnss_", "/libresolv.", "/libresolv-", "/libc.", "/libc-", "/libm.", "/libm-", "/libdl.", "/libdl-", "/libpthread",
                                      "/librt.", "/librt-", "/ld-", "/libgcc_s.", "/libstdc++.", "/libz.", "/libfreetype.", "/libpng", "/libbrotli",
                                      "/libharfbuzz.", "/libglib-2.0.", "/libpcre", "/libgraphite2.", "/libjpeg.", "/libgif.", "/liblcms2.", "/libbz2.",
                                      "/libnuma."};
  const char *name = after(path, directory);
  if (name == NULL || strchr(name + 1, '/') != NULL) return false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (after(name, known[i]) != NULL) return true;
  return false;
}

// Whatever it is called: System.load takes any name.
static bool is_code(const char *line, const char *path) {
  const char *access = strchr(line, ' ');
  return strstr(path, ".so") != NULL || (access != NULL && strlen(access) > 3 && access[3] == 'x');
}

char *find_library(const char *image, const char *system) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) return copy_text("mappings cannot be listed");
  char *line = NULL, *found = NULL, *last = copy_text("");
  size_t size = 0;
  int copies = 0;
  while (getline(&line, &size, maps) > 0) {
    char *path = strchr(line, '/');
    if (path == NULL || !is_code(line, path)) continue;
    path[strcspn(path, "\n")] = '\0';
    if (is_below(path, image) && decides_once(path)) {
      // The reason of those of the system that come with it, too.
      free(found);
      found = format("a library that finds out once about the screen was loaded: %s", path);
      break;
    }
    if (found != NULL || is_below(path, image) || is_known_of_system(path, system)) continue;
    if (known_library(path) == NULL) {
      found = format("a native library was loaded: %s", path);
    } else if (!same(path, last)) {
      if (++copies > COPIES_LEFT) found = copy_text("native libraries were loaded too often");
      free(last);
      last = copy_text(path);
    }
  }
  free(last);
  free(line);
  fclose(maps);
  return found;
}

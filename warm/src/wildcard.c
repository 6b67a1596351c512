// SPDX-License-Identifier: Apache-2.0
#include "wildcard.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

void split_path(const char *path, Strings *entries) {
  for (const char *colon; (colon = strchr(path, ':')) != NULL; path = colon + 1) {
    add_string(entries, copy_bytes(path, (size_t)(colon - path)));
  }
  add_string(entries, copy_text(path));
}

static bool is_wildcard(const char *entry) {
  size_t n = strlen(entry);
  return n > 0 && entry[n - 1] == '*' && (n == 1 || entry[n - 2] == '/') && access(entry, F_OK) != 0;
}

static bool is_jar_name(const char *name) {
  size_t n = strlen(name);
  return n >= 4 && (same(name + n - 4, ".jar") || same(name + n - 4, ".JAR")) && strchr(name, ':') == NULL;
}

// False when there is no jar: then the entry stays as it is.
static bool add_jars(const char *entry, Strings *expanded) {
  size_t stem = strlen(entry) - 1;
  char *name = copy_bytes(entry, stem);
  DIR *directory = opendir(stem > 0 ? name : ".");
  if (directory == NULL) return false;
  size_t before = expanded->count;
  for (struct dirent *found; (found = readdir(directory)) != NULL;) {
    if (is_jar_name(found->d_name)) add_string(expanded, format("%s%s", name, found->d_name));
  }
  closedir(directory);
  return expanded->count > before;
}

char *expand_wildcards(const char *path) {
  if (strchr(path, '*') == NULL) return copy_text(path);
  Strings entries = {0}, expanded = {0};
  split_path(path, &entries);
  for (size_t i = 0; i < entries.count; i++) {
    if (!is_wildcard(entries.item[i]) || !add_jars(entries.item[i], &expanded)) add_string(&expanded, entries.item[i]);
  }
  Buffer joined = {0};
  for (size_t i = 0; i < expanded.count; i++) add_format(&joined, "%s%s", i > 0 ? ":" : "", expanded.item[i]);
  return buffer_text(&joined);
}

// SPDX-License-Identifier: Apache-2.0
#include "directory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wildcard.h"

// Their values are no paths.
static const char *const without_path[] = {"--add-opens", "--add-exports", "--add-reads", "--add-modules", "--limit-modules", "--enable-native-access",
                                           "-ea", "-da", "-enableassertions", "-disableassertions", "-esa", "-dsa", NULL};

// Only what is certain: whatever has a dot or a slash may be a path.
static bool is_word(const char *text) {
  for (; *text != '\0'; text++)
    if (!isalnum((unsigned char)*text) && strchr("_-+,%", *text) == NULL) return false;
  return true;
}

// A word, too, is a path where there is such a file: here, or in the root, where the server would look for it else.
static bool names_file(const char *word) { return *word != '\0' && (access(word, F_OK) == 0 || access(format("/%s", word), F_OK) == 0); }

static bool may_name_relative(const char *option) {
  if (after(option, "-Djava.class.path=") != NULL) return false;  // looked at by its entries
  for (const char *const *prefix = without_path; *prefix != NULL; prefix++)
    if (after(option, *prefix) != NULL) return false;
  const char *value = strchr(option, '='), *name = after(option, "-XX:");
  if (value == NULL) return !is_word(name != NULL ? name : option);
  value++;
  return is_word(value) ? names_file(value) : *value != '/' || strchr(value, ':') != NULL || strchr(value, ',') != NULL;
}

static bool has_relative(const Strings *paths) {
  for (size_t i = 0; i < paths->count; i++)
    if (paths->item[i][0] != '/') return true;
  return false;
}

bool needs_directory(const Run *run) {
  // Read by the VM itself.
  static const char *const variables[] = {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS", NULL};
  for (const char *const *name = variables; *name != NULL; name++)
    if (getenv(*name) != NULL && *getenv(*name) != '\0') return true;
  // The VM looks for these where it starts.
  if (access("/.hotspotrc", F_OK) == 0 || access("/.hotspot_compiler", F_OK) == 0) return true;
  Strings entries = {0};
  split_path(run->request.class_path, &entries);
  for (size_t i = 0; i < run->sorted.server.count; i++)
    if (may_name_relative(run->sorted.server.item[i])) return true;
  return has_relative(&entries) || has_relative(run->request.files);
}

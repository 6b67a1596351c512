// SPDX-License-Identifier: Apache-2.0
// Which words of the command line, of JDK_JAVA_OPTIONS and of argument files the launcher reads as its own, and how it expands them.
#include "arguments.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "argfile.h"

enum { ARGFILE_LIMIT = 16 << 20 };

static const char *const launcher_options[] = {"-classpath", "-cp", "--class-path", "--module", "-m", "--describe-module", "-d", "--source", NULL};

static const char *const module_options[] = {
    "--module-path", "-p", "--upgrade-module-path", "--add-modules", "--enable-native-access", "--limit-modules",
    "--add-exports", "--add-opens", "--add-reads", "--patch-module", NULL};

// Not allowed in JDK_JAVA_OPTIONS.
static const char *const ending_options[] = {
    "-jar", "-m", "--module", "--dry-run", "-h", "-?", "-help", "--help", "-X", "--help-extra", "-version", "--version",
    "-fullversion", "--full-version", NULL};

bool is_launcher_option(const char *option) { return one_of(option, launcher_options); }
bool is_module_option(const char *option) { return one_of(option, module_options); }
bool takes_next_word(const char *option) { return is_launcher_option(option) || is_module_option(option); }

typedef struct {
  Launch *launch;
  Strings *out;
  bool value_follows;  // the next word belongs to an option such as -cp
  bool main_found;     // later words are the program's
  bool no_argfiles;    // after --disable-@files
} Expansion;

// Notes what a word is, to know where the program's own arguments begin.
static void note_word(Expansion *e, const char *word) {
  if (word[0] != '-') {
    if (!e->value_follows) e->main_found = true;
    e->value_follows = false;
    return;
  }
  e->value_follows = takes_next_word(word) && !same(word, "--module") && !same(word, "-m");
  if (same(word, "--disable-@files")) e->no_argfiles = true;
  if (after(word, "--module=") != NULL) e->main_found = true;
}

static void add_word(Expansion *e, char *word) {
  note_word(e, word);
  add_string(e->out, word);
}

static void add_argfile(Expansion *e, const char *path) {
  Buffer content = {0};
  Strings words = {0};
  if (!read_regular_file(path, ARGFILE_LIMIT, &content)) {
    refuse(e->launch, "argument file cannot be read", path);
  } else if (!split_argfile(buffer_text(&content), content.length, &words)) {
    refuse(e->launch, "argument file is unusual", path);
  }
  for (size_t i = 0; i < words.count; i++) add_word(e, words.item[i]);
}

// One word; a file is put in unless the program's arguments have begun.
static void expand_word(Expansion *e, char *word) {
  if (e->main_found) {
    add_string(e->out, word);
  } else if (e->no_argfiles || word[0] != '@' || word[1] == '\0') {
    add_word(e, word);
  } else if (word[1] == '@') {
    add_word(e, word + 1);
  } else {
    add_argfile(e, word + 1);
  }
}

static bool is_ending(const char *word) { return one_of(word, ending_options) || after(word, "--module=") != NULL; }

// The rules of JDK_JAVA_OPTIONS and of the VM's variables are the same: blanks separate, quotes may be anywhere, no escapes.
bool split_options(const char *text, Strings *options) {
  while (*text != '\0') {
    while (isspace((unsigned char)*text)) text++;
    if (*text == '\0') break;
    Buffer word = {0};
    while (*text != '\0' && !isspace((unsigned char)*text)) {
      if (*text != '"' && *text != '\'') {
        add_bytes(&word, text++, 1);
        continue;
      }
      const char *close = strchr(text + 1, *text);
      if (close == NULL) return false;
      add_bytes(&word, text + 1, (size_t)(close - text - 1));
      text = close + 1;
    }
    add_string(options, buffer_text(&word));
  }
  return true;
}

static void expand_variable(Expansion *e) {
  const char *text = getenv("JDK_JAVA_OPTIONS");
  if (text == NULL) return;
  add_string(&e->launch->notices, format("NOTE: Picked up JDK_JAVA_OPTIONS: %s", text));
  Strings words = {0};
  if (!split_options(text, &words)) refuse(e->launch, "JDK_JAVA_OPTIONS has an error", NULL);
  for (size_t i = 0; i < words.count; i++) {
    size_t before = e->out->count;
    expand_word(e, words.item[i]);
    for (size_t j = before; j < e->out->count; j++)
      if (is_ending(e->out->item[j])) refuse(e->launch, "JDK_JAVA_OPTIONS has an error", e->out->item[j]);
    if (e->main_found) refuse(e->launch, "JDK_JAVA_OPTIONS has an error", words.item[i]);
  }
}

void expand_arguments(Launch *launch, int argc, char **argv, Strings *expanded) {
  Expansion e = {.launch = launch, .out = expanded};
  expand_variable(&e);
  for (int i = 1; i < argc; i++) {
    // The launcher splits such a word, for first lines of scripts.
    if (!e.main_found && !e.no_argfiles && after(argv[i], "--source") != NULL && strchr(argv[i], ' ') != NULL) {
      refuse(launch, "source launcher", NULL);
    }
    expand_word(&e, argv[i]);
  }
}

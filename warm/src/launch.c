// SPDX-License-Identifier: Apache-2.0
// The launcher's options, in the order and with the rules of JDK 25's libjli.
#include "launch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arguments.h"
#include "wildcard.h"

void refuse(Launch *launch, const char *reason, const char *detail) {
  if (launch->cold != NULL) return;
  launch->cold = reason;
  launch->detail = detail;
}

const char *mode_name(Mode mode) {
  static const char *const names[] = {"none", "class", "jar", "module", "source"};
  return names[mode];
}

typedef struct {
  Launch *launch;
  Strings words;
  size_t at;
  bool class_path;  // one has been given
} Parser;

static void add_option(Parser *p, char *option) { add_string(&p->launch->options, option); }

static void set_class_path(Parser *p, const char *path) {
  add_option(p, format("-Djava.class.path=%s", expand_wildcards(path)));
  p->class_path = true;
}

static void set_module(Parser *p, const char *module) {
  p->launch->mode = MODE_MODULE;
  p->launch->main = copy_text(module);
  add_option(p, format("-Djdk.module.main=%.*s", (int)strcspn(module, "/"), module));
}

static void set_source(Parser *p, const char *version) {
  p->launch->mode = MODE_SOURCE;
  add_option(p, format("-Djdk.internal.javac.source=%s", version));
}

// Options that print something and end, or print more than the program would.
static const char *const telling_options[] = {
    "-help", "-h", "-?", "--help", "-version", "--version", "-showversion", "--show-version", "--dry-run", "-X", "--help-extra",
    "-XshowSettings", "-Xdiag", "--show-module-resolution", "-fullversion", "--full-version", "--list-modules",
    "--show-resolved-modules", "--validate-modules", NULL};

// Old options about which the launcher prints a warning.
static const char *const deprecated_options[] = {"-verbosegc", "-debug", "-noclassgc", "-verify", "-verifyremote", "-noverify", NULL};

static bool is_deprecated(const char *word) {
  return one_of(word, deprecated_options) || after(word, "-ss") != NULL || after(word, "-ms") != NULL || after(word, "-mx") != NULL;
}

// An option with a value as its next word. The value is NULL when the next word looks like an option or there is none.
static void parse_launcher_option(Parser *p, const char *name, const char *value) {
  bool filled = value != NULL && *value != '\0';
  if (one_of(name, (const char *const[]){"-cp", "-classpath", "--class-path", NULL})) {
    if (value != NULL) set_class_path(p, value);
    else refuse(p->launch, "command line has an error", name);
  } else if (same(name, "-m") || same(name, "--module")) {
    if (p->launch->mode == MODE_SOURCE || !filled) refuse(p->launch, "command line has an error", name);
    else set_module(p, value);
  } else if (same(name, "--source")) {
    if (filled) set_source(p, value);
    else refuse(p->launch, "command line has an error", name);
  } else {
    refuse(p->launch, "option that makes the launcher print", name);
  }
}

static void parse_module_option(Parser *p, const char *name, const char *value) {
  if (value == NULL || *value == '\0') refuse(p->launch, "command line has an error", name);
  else add_option(p, format("%s=%s", same(name, "-p") ? "--module-path" : name, value));
}

// --name=value. False when it is an option like others.
static bool parse_long_option(Parser *p, char *word) {
  char *equals = strchr(word, '=');
  if (after(word, "--") == NULL || equals == NULL) return false;
  char *name = copy_bytes(word, (size_t)(equals - word));
  bool own = one_of(name, (const char *const[]){"--class-path", "--module", "--source", "--describe-module", NULL});
  if (own) parse_launcher_option(p, name, equals + 1);
  else if (is_module_option(name)) parse_module_option(p, name, equals + 1);
  else if (equals[1] == '\0') refuse(p->launch, "command line has an error", word);
  else add_option(p, word);
  return true;
}

static void parse_option(Parser *p, char *word) {
  const char *next = p->at < p->words.count ? p->words.item[p->at] : NULL;
  const char *value = next != NULL && next[0] != '-' ? next : NULL;
  if (takes_next_word(word)) {
    if (value != NULL) p->at++;
    if (is_launcher_option(word)) parse_launcher_option(p, word, value);
    else parse_module_option(p, word, value);
  } else if (parse_long_option(p, word)) {
    return;
  } else if (same(word, "-jar")) {
    if (next == NULL || p->launch->mode == MODE_SOURCE) refuse(p->launch, "command line has an error", word);
    p->launch->mode = MODE_JAR;
  } else if (one_of(word, telling_options) || after(word, "-XshowSettings:") != NULL || after(word, "-splash:") != NULL) {
    refuse(p->launch, "option that makes the launcher print", word);
  } else if (is_deprecated(word)) {
    refuse(p->launch, "deprecated option", word);
  } else if (after(word, "-XXaltjvm=") != NULL || after(word, "-J-XXaltjvm=") != NULL) {
    refuse(p->launch, "another VM", word);
  } else if (!same(word, "--disable-@files")) {
    if (after(word, "-Djava.class.path=") != NULL) p->class_path = true;
    add_option(p, word);
  }
}

static bool is_source_file(const char *name) {
  struct stat found;
  size_t n = strlen(name);
  return n >= 5 && same(name + n - 5, ".java") && stat(name, &found) == 0;
}

// What comes after the options: the class or jar, unless a module was named, and the program's arguments.
static void parse_main(Parser *p) {
  Launch *launch = p->launch;
  if (launch->main == NULL) {
    if (p->at == p->words.count) {
      refuse(launch, "no program named", NULL);
      return;
    }
    launch->main = p->words.item[p->at++];
    if (launch->mode == MODE_NONE) {
      if (!p->class_path) set_class_path(p, ".");
      launch->mode = is_source_file(launch->main) ? MODE_SOURCE : MODE_CLASS;
    }
  }
  if (launch->mode == MODE_SOURCE) {
    add_option(p, copy_text("-Dsun.java.launcher.mode=source"));
    add_option(p, copy_text("--add-modules=ALL-DEFAULT"));
    launch->main = copy_text("jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher");
    p->at--;
  }
  for (size_t i = p->at; i < p->words.count; i++) add_string(&launch->arguments, p->words.item[i]);
}

static void add_last_options(Parser *p) {
  Launch *launch = p->launch;
  if (launch->mode == MODE_JAR) set_class_path(p, launch->main);
  Buffer command = {0};
  add_format(&command, "-Dsun.java.command=%s", launch->main);
  for (size_t i = 0; i < launch->arguments.count; i++) add_format(&command, " %s", launch->arguments.item[i]);
  add_option(p, buffer_text(&command));
  add_option(p, copy_text("-Dsun.java.launcher=SUN_STANDARD"));
}

static void read_variables(Launch *launch) {
  const char *before = getenv("JAVA_TOOL_OPTIONS"), *behind = getenv("_JAVA_OPTIONS");
  if (before != NULL && !split_options(before, &launch->before)) refuse(launch, "variable has an error", "JAVA_TOOL_OPTIONS");
  if (behind != NULL && !split_options(behind, &launch->behind)) refuse(launch, "variable has an error", "_JAVA_OPTIONS");
  static const char *const debugging[] = {"_JAVA_LAUNCHER_DEBUG", "JDK_ALTERNATE_VM", "_JAVA_SR_SIGNUM", "_JAVA_VERSION_SET", NULL};
  for (const char *const *name = debugging; *name != NULL; name++)
    if (getenv(*name) != NULL) refuse(launch, "variable that changes launcher or VM", *name);
  const char *libraries = getenv("LD_LIBRARY_PATH");
  if (libraries != NULL && (strstr(libraries, "lib/server") != NULL || strstr(libraries, "lib/client") != NULL))
    refuse(launch, "variable that changes launcher or VM", "LD_LIBRARY_PATH");
}

// The launcher takes the choice of a VM out first, by a simpler reading that goes on behind --module=name. Both names mean the one VM there is.
static void drop_vm_choice(Strings *words) {
  Strings kept = {0};
  size_t i = 0;
  for (; i < words->count && words->item[i][0] == '-'; i++) {
    if (same(words->item[i], "-server") || same(words->item[i], "-client")) continue;
    add_string(&kept, words->item[i]);
    if (takes_next_word(words->item[i]) && i + 1 < words->count) add_string(&kept, words->item[++i]);
  }
  for (; i < words->count; i++) add_string(&kept, words->item[i]);
  *words = kept;
}

void parse_launch(Launch *launch, int argc, char **argv) {
  Parser p = {.launch = launch};
  const char *class_path = getenv("CLASSPATH");
  if (class_path != NULL) set_class_path(&p, class_path);
  expand_arguments(launch, argc, argv, &p.words);
  drop_vm_choice(&p.words);
  while (p.at < p.words.count && p.words.item[p.at][0] == '-' && launch->mode != MODE_MODULE) {
    char *word = p.words.item[p.at++];
    parse_option(&p, word);
  }
  parse_main(&p);
  if (launch->main != NULL) add_last_options(&p);
  read_variables(launch);
  if (launch->mode == MODE_MODULE) refuse(launch, "program in a module", NULL);
  if (launch->mode == MODE_SOURCE) refuse(launch, "source launcher", NULL);
}

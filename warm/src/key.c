// SPDX-License-Identifier: Apache-2.0
#include "key.h"

#include <string.h>
#include <sys/stat.h>

#include "closure_items.h"
#include "process.h"
#include "sha256.h"

extern char **environ;

// Files of the JDK and of the system that a JVM reads when it starts or once later.
static void add_files(Buffer *text, const char *jdk) {
  static const char *const jdk_files[] = {
      "release", "lib/modules", "lib/tzdb.dat", "lib/jvm.cfg", "lib/server/libjvm.so", "lib/libjli.so", "lib/libjava.so", "lib/server/classes.jsa",
      "lib/server/classes_nocoops.jsa", "lib/server/classes_coh.jsa", "lib/server/classes_nocoops_coh.jsa", "lib/spillway-warm-server",
      "lib/security/cacerts", "lib/security/blocked.certs", "conf/security/java.security", "conf/net.properties", "conf/logging.properties", "conf/jaxp.properties", NULL};
  static const char *const system_files[] = {"/etc/localtime", "/etc/timezone", "/etc/passwd", "/etc/gai.conf", "/etc/host.conf", NULL};
  Items items = {0};
  for (const char *const *file = jdk_files; *file != NULL; file++) add_item(&items, format("%s/%s", jdk, *file));
  for (const char *const *file = system_files; *file != NULL; file++) add_item(&items, *file);
  Buffer lines = {0};
  write_items(&items, &lines);
  for (char *line = strtok(buffer_text(&lines), "\n"); line != NULL; line = strtok(NULL, "\n")) add_fact(text, "file", line);
}

bool is_boot_variable(const char *variable) {
  static const char *const names[] = {"LANG=", "LANGUAGE=", "TZ=", "TZDIR=", "DISPLAY=", "WAYLAND_DISPLAY=", "HOME=", "USER=", "LOGNAME=",
                                      "NLSPATH=", "LOCPATH=", "GLIBC_TUNABLES=", "JAVA_TOOL_OPTIONS=", "_JAVA_OPTIONS=",
                                      "JDK_AOT_VM_OPTIONS=", "RES_OPTIONS=", "LOCALDOMAIN=", "HOSTALIASES=", "GCONV_PATH=", NULL};
  static const char *const prefixes[] = {"LC_", "LD_", "MALLOC_", "_JAVA_", "RESOLV_", NULL};
  for (const char *const *name = names; *name != NULL; name++)
    if (after(variable, *name) != NULL) return true;
  for (const char *const *prefix = prefixes; *prefix != NULL; prefix++)
    if (after(variable, *prefix) != NULL) return true;
  return false;
}

static bool add_environment(Buffer *text) {
  Strings boot = {0};
  for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
    if (is_boot_variable(*variable)) add_string(&boot, *variable);
  // Their order means nothing to a JVM.
  for (size_t i = 1; i < boot.count; i++)
    for (size_t j = i; j > 0 && strcmp(boot.item[j - 1], boot.item[j]) > 0; j--) {
      char *swap = boot.item[j];
      boot.item[j] = boot.item[j - 1];
      boot.item[j - 1] = swap;
    }
  for (size_t i = 0; i < boot.count; i++) add_fact(text, "environment", boot.item[i]);
  return true;
}

static bool is_directory(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool make_key(Key *key, const char *jdk, Mode mode, const SortedOptions *sorted, const Closure *closure) {
  Buffer text = {0}, rights = {0};
  if (!add_rights(&rights, "self")) return false;
  add_fact(&text, "spillway-warm-key", "1");
  add_fact(&text, "jdk", jdk);
  add_fact(&text, "mode", mode_name(mode));
  for (size_t i = 0; i < sorted->server.count; i++) add_fact(&text, "option", sorted->server.item[i]);
  // The VM warns at its start if it is none.
  if (sorted->temporary != NULL) add_fact(&text, TEMPORARY_FILES, is_directory(sorted->temporary) ? "in a directory" : "in no directory");
  add_fact(&text, "closure", closure->hash);
  add_files(&text, jdk);
  if (!add_environment(&text)) return false;
  key->rights = buffer_text(&rights);
  add_text(&text, key->rights);
  add_limits(&text);
  key->text = buffer_text(&text);
  sha256_of(key->text, text.length, key->hash);
  return true;
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Stands in for HotSpot's header of this name: what the readers of the balancer's signals use of it.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <dirent.h>

class os {
public:
  static int snprintf(char* buffer, size_t size, const char* format, ...) __attribute__((format(printf, 3, 4))) {
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(buffer, size, format, arguments);
    va_end(arguments);
    return length;
  }
  static char* strdup(const char* text) { return ::strdup(text); }
  static DIR* opendir(const char* name) { return ::opendir(name); }
  static struct dirent* readdir(DIR* directory) { return ::readdir(directory); }
  static int closedir(DIR* directory) { return ::closedir(directory); }
  static size_t vm_page_size() { return 4096; }
  static inline int processors = 2;
  static int active_processor_count() { return processors; }
};

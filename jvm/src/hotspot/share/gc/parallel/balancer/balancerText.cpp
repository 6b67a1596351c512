/*
 * Copyright (c) 2026, Spillway contributors. All rights reserved.
 * DO NOT ALTER OR REMOVE COPYRIGHT NOTICES OR THIS FILE HEADER.
 *
 * SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
 *
 * This code is free software; you can redistribute it and/or modify it
 * under the terms of the GNU General Public License version 2 only, as
 * published by the Free Software Foundation. It is distributed WITHOUT
 * ANY WARRANTY; see the LICENSE file that accompanied this code.
 */

#include "gc/parallel/balancer/balancerText.hpp"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char* next_line(const char* line) {
  const char* const end = strchr(line, '\n');
  return end == nullptr ? line + strlen(line) : end + 1;
}

static bool number(const char* text, uint64_t* result) {
  while (*text == ' ' || *text == '\t') {
    text++;
  }
  if (!isdigit((unsigned char)*text)) {
    return false;
  }
  *result = strtoull(text, nullptr, 10);
  return true;
}

bool BalancerText::value(const char* text, const char* key, uint64_t* result) {
  const size_t length = strlen(key);
  for (const char* line = text; *line != '\0'; line = next_line(line)) {
    if (strncmp(line, key, length) == 0 && (line[length] == ' ' || line[length] == ':')) {
      return number(line + length + 1, result);
    }
  }
  return false;
}

uint64_t BalancerText::value_or_zero(const char* text, const char* key) {
  uint64_t result = 0;
  value(text, key, &result);
  return result;
}

bool BalancerText::limit(const char* text, uint64_t* bytes) {
  uint64_t result = 0;
  if (strncmp(text, "max", 3) != 0 && !number(text, &result)) {
    return false;
  }
  *bytes = result >= NoLimit ? 0 : result;
  return true;
}

static bool total_of(const char* text, const char* key, uint64_t* micros) {
  const size_t length = strlen(key);
  for (const char* line = text; *line != '\0'; line = next_line(line)) {
    if (strncmp(line, key, length) == 0 && line[length] == ' ') {
      const char* const total = strstr(line, "total=");
      return total != nullptr && total < next_line(line) && number(total + strlen("total="), micros);
    }
  }
  return false;
}

bool BalancerText::pressure(const char* text, uint64_t* micros) {
  uint64_t some = 0, full = 0;
  if (!total_of(text, "some", &some)) {
    return false;
  }
  *micros = total_of(text, "full", &full) ? (some + full) / 2 : some;
  return true;
}

bool BalancerText::column(const char* text, int column, uint64_t* result) {
  const char* p = text;
  for (int i = 0; i < column; i++) {
    while (*p == ' ') { p++; }
    while (*p != ' ' && *p != '\0') { p++; }
  }
  return number(p, result);
}

bool BalancerText::stat_field(const char* text, int field, uint64_t* result) {
  const char* p = strrchr(text, ')');
  if (p == nullptr || field < 3) {
    return false;
  }
  return column(p + 1, field - 3, result);
}

static bool copy(const char* from, const char* end, char* to, size_t size) {
  const size_t length = (size_t)(end - from);
  if (length + 1 > size) {
    return false;
  }
  memcpy(to, from, length);
  to[length] = '\0';
  return true;
}

static const char* line_end(const char* line) {
  const char* const next = next_line(line);
  return next > line && next[-1] == '\n' ? next - 1 : next;
}

// Whether a comma-separated list from start to end has the name.
static bool has_name(const char* start, const char* end, const char* name) {
  const size_t length = strlen(name);
  for (const char* p = start; p < end; ) {
    const char* comma = p;
    while (comma < end && *comma != ',') { comma++; }
    if ((size_t)(comma - p) == length && strncmp(p, name, length) == 0) {
      return true;
    }
    p = comma + 1;
  }
  return false;
}

// Lines "ID:controllers:/group"; version 2 has ID 0 and no controllers.
bool BalancerText::group(const char* cgroups, const char* controller, char* path, size_t size) {
  for (const char* line = cgroups; *line != '\0'; line = next_line(line)) {
    const char* const end = line_end(line);
    const char* const first = (const char*)memchr(line, ':', (size_t)(end - line));
    if (first == nullptr) {
      continue;
    }
    const char* const second = (const char*)memchr(first + 1, ':', (size_t)(end - first - 1));
    if (second == nullptr) {
      continue;
    }
    const bool found = controller == nullptr ? strncmp(line, "0::", 3) == 0 : has_name(first + 1, second, controller);
    if (found) {
      return copy(second + 1, end, path, size);
    }
  }
  return false;
}

static bool next_field(const char** p, const char* end, const char** start) {
  while (*p < end && **p == ' ') { (*p)++; }
  *start = *p;
  while (*p < end && **p != ' ') { (*p)++; }
  return *p > *start;
}

// Lines "ID parent device root point options ... - type source super-options".
bool BalancerText::mount(const char* mountinfo, const char* controller, char* point, char* root, size_t size) {
  for (const char* line = mountinfo; *line != '\0'; line = next_line(line)) {
    const char* const end = line_end(line);
    const char* p = line;
    const char* field[5];
    const char* ends[5];
    bool complete = true;
    for (int i = 0; i < 5 && complete; i++) {
      complete = next_field(&p, end, &field[i]);
      ends[i] = p;
    }
    const char* const dash = strstr(p, " - ");
    if (!complete || dash == nullptr || dash >= end) {
      continue;
    }
    const char* type;
    const char* source;
    const char* options;
    p = dash + 3;
    next_field(&p, end, &type);
    const char* const type_end = p;
    next_field(&p, end, &source);
    next_field(&p, end, &options);
    const bool found = controller == nullptr
        ? has_name(type, type_end, "cgroup2")
        : has_name(type, type_end, "cgroup") && has_name(options, p, controller);
    if (found) {
      return copy(field[3], ends[3], root, size) && copy(field[4], ends[4], point, size);
    }
  }
  return false;
}

bool BalancerText::directory(const char* point, const char* root, const char* group, char* path, size_t size) {
  const size_t length = strlen(root);
  const char* below = group;
  if (strcmp(root, "/") != 0 && strncmp(group, root, length) == 0 && (group[length] == '/' || group[length] == '\0')) {
    below = group + length;       // the container sees its own group as the mount's root
  }
  if (strcmp(below, "/") == 0 || strncmp(below, "/..", 3) == 0) {
    below = "";                   // a group outside of what is mounted here
  }
  const size_t first = strlen(point), second = strlen(below);
  if (first + second + 1 > size) {
    return false;
  }
  memcpy(path, point, first);
  memcpy(path + first, below, second + 1);
  return true;
}

bool BalancerText::parent(char* path, const char* end) {
  const size_t least = strlen(end);
  if (strlen(path) <= least) {
    return false;
  }
  char* const slash = strrchr(path, '/');
  if (slash == nullptr || (size_t)(slash - path) < least) {
    return false;
  }
  *slash = '\0';
  return true;
}

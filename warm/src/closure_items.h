// SPDX-License-Identifier: Apache-2.0
// The files of a closure, and their text in the cache: one line each, kind, identity, size, times, hash, path.
#ifndef SPILLWAY_WARM_CLOSURE_ITEMS_H
#define SPILLWAY_WARM_CLOSURE_ITEMS_H

#include <sys/stat.h>

#include "util.h"

typedef struct {
  char kind;  // 'f' file, 'd' directory, '-' not there, '?' something else
  uint64_t device, inode, size, modified_ns, changed_ns;
  char hash[65];  // of a file's content, else "-"
  char *path;
} Item;

typedef struct {
  Item *item;
  size_t count, capacity;
} Items;

Item *add_item(Items *items, const char *path);  // with what stat says now, without a hash
bool same_state(const Item *a, const Item *b);   // apart from the hash
void describe_state(const char *path, Item *item);

void write_items(const Items *items, Buffer *text);
bool parse_items(char *text, Items *items);  // changes the text; paths point into it

#endif

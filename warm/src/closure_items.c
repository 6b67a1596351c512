// SPDX-License-Identifier: Apache-2.0
#include "closure_items.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint64_t nanoseconds(struct timespec t) { return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec; }

void describe_state(const char *path, Item *item) {
  struct stat s;
  *item = (Item){.kind = '-', .hash = "-", .path = item->path};
  if (stat(path, &s) != 0) return;
  item->kind = S_ISREG(s.st_mode) ? 'f' : S_ISDIR(s.st_mode) ? 'd' : '?';
  item->device = s.st_dev;
  item->inode = s.st_ino;
  item->size = (uint64_t)s.st_size;
  item->modified_ns = nanoseconds(s.st_mtim);
  item->changed_ns = nanoseconds(s.st_ctim);
}

static Item *new_item(Items *items) {
  if (items->count == items->capacity) {
    items->capacity = 2 * items->capacity + 64;
    Item *larger = allocate(items->capacity * sizeof(Item));
    if (items->count > 0) memcpy(larger, items->item, items->count * sizeof(Item));
    items->item = larger;
  }
  return &items->item[items->count++];
}

Item *add_item(Items *items, const char *path) {
  Item *item = new_item(items);
  item->path = copy_text(path);
  describe_state(path, item);
  return item;
}

bool same_state(const Item *a, const Item *b) {
  return a->kind == b->kind && a->device == b->device && a->inode == b->inode && a->size == b->size && a->modified_ns == b->modified_ns &&
         a->changed_ns == b->changed_ns;
}

void write_items(const Items *items, Buffer *text) {
  for (size_t i = 0; i < items->count; i++) {
    const Item *x = &items->item[i];
    add_format(text, "%c %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %s %s\n", x->kind, x->device, x->inode, x->size,
               x->modified_ns, x->changed_ns, x->hash, x->path);
  }
}

static bool parse_item(char *line, Item *item) {
  int path = 0;
  int read = sscanf(line, "%c %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %64s%n", &item->kind, &item->device, &item->inode,
                    &item->size, &item->modified_ns, &item->changed_ns, item->hash, &path);
  if (read != 7 || line[path] != ' ' || line[path + 1] == '\0') return false;
  item->path = line + path + 1;
  return true;
}

bool parse_items(char *text, Items *items) {
  for (char *line = text, *end; *line != '\0'; line = end + 1) {
    if ((end = strchr(line, '\n')) == NULL) return false;
    *end = '\0';
    if (!parse_item(line, new_item(items))) return false;
  }
  return true;
}

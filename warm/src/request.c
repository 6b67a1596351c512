// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include <string.h>
#include <unistd.h>

#include "wire.h"

extern char **environ;

static void add_item(Buffer *request, ItemKind kind, const char *text) { add_request_item(request, kind, text, strlen(text)); }

static void add_items(Buffer *request, ItemKind kind, const Strings *list) {
  for (size_t i = 0; i < list->count; i++) add_item(request, kind, list->item[i]);
}

static void add_number_item(Buffer *request, ItemKind kind, uint64_t number, int bytes) {
  Buffer value = {0};
  add_number(&value, number, bytes);
  add_request_item(request, kind, value.data, value.length);
}

void build_request(const Run *run, const Signals *signals, const int *numbers, size_t count, Buffer *request) {
  char *directory = getcwd(NULL, 0);
  add_item(request, ITEM_KEY, run->key.text);
  add_number_item(request, ITEM_MODE, (uint64_t)run->launch.mode, 4);
  add_item(request, ITEM_MAIN, run->launch.main);
  add_items(request, ITEM_ARGUMENT, &run->launch.arguments);
  add_items(request, ITEM_PROPERTY, &run->sorted.ordered);
  for (char **variable = environ; variable != NULL && *variable != NULL; variable++) add_item(request, ITEM_ENVIRONMENT, *variable);
  add_item(request, ITEM_DIRECTORY, directory != NULL && directory[0] == '/' ? directory : "");
  add_number_item(request, ITEM_UMASK, run->umask, 4);
  add_number_item(request, ITEM_IGNORED_SIGNALS, signals->ignored, 8);
  add_number_item(request, ITEM_BLOCKED_SIGNALS, signals->blocked, 8);
  for (size_t i = 0; i < count; i++)
    if (numbers[i] >= NUMBERS_LIMIT) add_number_item(request, ITEM_NUMBER, (uint64_t)numbers[i], 4);
}

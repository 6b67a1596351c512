// SPDX-License-Identifier: Apache-2.0
// What a hostile peer can send to a server: whole requests, damaged ones and ones that end early, read with checks of memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "connection.h"
#include "offer.h"
#include "unit.h"

enum { ROUNDS = 20000 };

static void add_item(Buffer *to, ItemKind kind, const void *value, size_t length) {
  add_number(to, kind, 4);
  add_number(to, length, 4);
  add_bytes(to, value, length);
}

static void add_text_item(Buffer *to, ItemKind kind, const char *text) { add_item(to, kind, text, strlen(text)); }

static void add_number_item(Buffer *to, ItemKind kind, uint64_t number, int bytes) {
  Buffer value = {0};
  add_number(&value, number, bytes);
  add_item(to, kind, value.data, value.length);
  free(value.data);
}

// A request with each kind of item, with its header.
static Buffer good_request(void) {
  Buffer items = {0}, all = {0};
  add_text_item(&items, ITEM_KEY, "key");
  add_number_item(&items, ITEM_MODE, MODE_CLASS, 4);
  add_text_item(&items, ITEM_MAIN, "a.Main");
  add_text_item(&items, ITEM_ARGUMENT, "");
  add_text_item(&items, ITEM_ARGUMENT, "an argument");
  add_text_item(&items, ITEM_PROPERTY, "a=b");
  add_text_item(&items, ITEM_PROPERTY, "=sun.java.launcher");
  add_text_item(&items, ITEM_ENVIRONMENT, "A=b");
  add_text_item(&items, ITEM_DIRECTORY, "/tmp");
  add_number_item(&items, ITEM_UMASK, 022, 4);
  add_number_item(&items, ITEM_IGNORED_SIGNALS, 1u << 12, 8);
  add_number_item(&items, ITEM_BLOCKED_SIGNALS, 0, 8);
  add_number_item(&items, ITEM_NUMBER, NUMBERS_LIMIT, 4);
  add_bytes(&all, "SPWP", 4);
  add_number(&all, PROTOCOL_VERSION, 2);
  add_number(&all, FRAME_REQUEST, 2);
  add_number(&all, items.length, 4);
  add_number(&all, 0, 4);
  add_bytes(&all, items.data, items.length);
  free(items.data);
  return all;
}

static size_t length_of(const Strings *texts) {
  size_t length = 0;
  for (size_t i = 0; i < texts->count; i++) length += strlen(texts->item[i]);
  return length;
}

// Reads whatever came to its end. Returns whether it was a whole request.
static bool read_all(int socket) {
  Received frame;
  if (!receive(socket, &frame)) return false;
  size_t limit = frame.length;
  for (size_t i = 0; i < frame.count; i++) close(frame.fds[i]);
  if (frame.type != FRAME_REQUEST) return free(frame.payload), false;
  Offer offer;
  bool whole = read_offer(&offer, &frame) == NULL;
  size_t found = length_of(&offer.arguments) + length_of(&offer.properties) + length_of(&offer.environment);
  if (whole) found += strlen(offer.key) + strlen(offer.main) + strlen(offer.directory);
  free_offer(&offer);
  if (found <= limit) return whole;
  fprintf(stderr, "texts of %zu bytes in a request of %zu\n", found, limit);
  exit(1);
}

void test_requests(void) {
  Buffer good = good_request();
  int whole = 0;
  for (int round = 0; round < ROUNDS; round++) {
    int pair[2];
    size_t damage = (size_t)round % 4, kept = round % 8 == 4 ? random_number() % good.length : good.length;
    char *bytes = malloc(good.length);
    if (bytes == NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) exit(1);
    memcpy(bytes, good.data, good.length);
    for (size_t i = 0; i < damage; i++) bytes[random_number() % good.length] = (char)random_number();
    if (write(pair[0], bytes, kept) != (ssize_t)kept) exit(1);
    close(pair[0]);
    bool is_whole = read_all(pair[1]);
    if (damage == 0 && is_whole != (kept == good.length)) {
      fprintf(stderr, "a request of %zu of %zu bytes was %sread\n", kept, good.length, is_whole ? "" : "not ");
      exit(1);
    }
    whole += is_whole;
    close(pair[1]);
    free(bytes);
  }
  free(good.data);
  printf("%d of %d were requests\n", whole, ROUNDS);
}

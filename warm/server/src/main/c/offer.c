// SPDX-License-Identifier: Apache-2.0
#include "offer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t ONCE = 1u << ITEM_KEY | 1u << ITEM_MODE | 1u << ITEM_MAIN | 1u << ITEM_DIRECTORY | 1u << ITEM_UMASK |
                             1u << ITEM_IGNORED_SIGNALS | 1u << ITEM_BLOCKED_SIGNALS;

static void read_signals(sigset_t *set, uint64_t bits) {
  sigemptyset(set);
  for (int n = 1; n <= 64; n++)
    if ((bits >> (n - 1) & 1) != 0) sigaddset(set, n);
}

static bool add_descriptor(Offer *offer, uint64_t number) {
  if (number < NUMBERS_LIMIT || number > INT_MAX || offer->number_count == DESCRIPTORS_MAX) return false;
  offer->numbers[offer->number_count++] = (int)number;
  return true;
}

static bool read_number(Offer *offer, ItemKind kind, const char *value, size_t length) {
  bool wide = kind == ITEM_IGNORED_SIGNALS || kind == ITEM_BLOCKED_SIGNALS;
  if (length != (wide ? 8 : 4)) return false;
  uint64_t number = get_number(value, (int)length);
  switch (kind) {
    case ITEM_MODE: offer->mode = (int)number; return number == MODE_CLASS || number == MODE_JAR;
    case ITEM_UMASK: offer->umask = (mode_t)number; return number <= 0777;
    case ITEM_NUMBER: return add_descriptor(offer, number);
    case ITEM_IGNORED_SIGNALS: read_signals(&offer->ignored, number); return true;
    default: read_signals(&offer->blocked, number); return true;
  }
}

static bool read_item(Offer *offer, ItemKind kind, char *value, size_t length) {
  if (kind < ITEM_KEY || kind > ITEM_NUMBER) return false;
  uint32_t bit = 1u << kind;
  if ((ONCE & bit) != 0 && (offer->seen & bit) != 0) return false;
  offer->seen |= bit;
  switch (kind) {
    case ITEM_MODE:
    case ITEM_UMASK:
    case ITEM_NUMBER:
    case ITEM_IGNORED_SIGNALS:
    case ITEM_BLOCKED_SIGNALS: return read_number(offer, kind, value, length);
    default: break;
  }
  if (memchr(value, '\0', length) != NULL) return false;
  switch (kind) {
    case ITEM_KEY: offer->key = value; break;
    case ITEM_MAIN: offer->main = value; break;
    case ITEM_DIRECTORY: offer->directory = value; break;
    case ITEM_ARGUMENT: add_string(&offer->arguments, value); break;
    case ITEM_PROPERTY: add_string(&offer->properties, value); break;
    default: add_string(&offer->environment, value); break;
  }
  return true;
}

// Items become texts in place.
static bool read_items(Offer *offer, size_t length) {
  size_t at = 0;
  while (at < length) {
    if (length - at < 8) return false;
    ItemKind kind = (ItemKind)get_number(offer->text + at, 4);
    size_t size = get_number(offer->text + at + 4, 4);
    if (size > length - at - 8) return false;
    // Moved over its own header, so that a NUL fits behind it.
    char *value = memmove(offer->text + at, offer->text + at + 8, size);
    value[size] = '\0';
    if (!read_item(offer, kind, value, size)) return false;
    at += 8 + size;
  }
  return (offer->seen & ONCE) == ONCE;
}

const char *read_offer(Offer *offer, Received *request) {
  memset(offer, 0, sizeof *offer);
  offer->text = request->payload;
  offer->length = request->length;
  request->payload = NULL;
  return read_items(offer, request->length) ? NULL : "malformed request";
}

void free_offer(Offer *offer) {
  free(offer->arguments.item);
  free(offer->properties.item);
  free(offer->environment.item);
  // Arguments and variables may be secrets of that run.
  if (offer->text != NULL) explicit_bzero(offer->text, offer->length);
  free(offer->text);
  memset(offer, 0, sizeof *offer);
}

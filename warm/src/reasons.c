// SPDX-License-Identifier: Apache-2.0
#include "reasons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DETAILS_SHOWN = 8, LONG_NUMBER = 3 };

typedef struct {
  char *text;
  size_t times;
} Count;

typedef struct {
  Count *item;  // has room for all events
  size_t count;
} Counts;

static void add_count(Counts *counts, char *text) {
  size_t i = 0;
  while (i < counts->count && !same(counts->item[i].text, text)) i++;
  if (i == counts->count) counts->item[counts->count++] = (Count){text, 0};
  counts->item[i].times++;
}

static int by_times(const void *a, const void *b) {
  const Count *one = a, *other = b;
  if (one->times != other->times) return one->times < other->times ? 1 : -1;
  return strcmp(one->text, other->text);
}

static void sort_counts(Counts *counts) {
  if (counts->count > 0) qsort(counts->item, counts->count, sizeof(Count), by_times);
}

// Numbers of processes, ports and threads tell no two reasons apart.
static char *without_long_numbers(const char *text) {
  Buffer changed = {0};
  while (*text != '\0') {
    size_t digits = strspn(text, "0123456789"), length = digits > 0 ? digits : 1;
    if (digits >= LONG_NUMBER) add_text(&changed, "#");
    else add_bytes(&changed, text, length);
    text += length;
  }
  return buffer_text(&changed);
}

static void print_details(const Event *events, size_t count, const char *kind, const char *reason, Counts *details) {
  details->count = 0;
  for (size_t i = 0; i < count; i++)
    if (same(events[i].kind, kind) && same(events[i].reason, reason) && !same(events[i].detail, "-")) add_count(details, without_long_numbers(events[i].detail));
  sort_counts(details);
  for (size_t d = 0; d < details->count && d < DETAILS_SHOWN; d++) printf("          %6zu  %.200s\n", details->item[d].times, details->item[d].text);
  if (details->count > DETAILS_SHOWN) printf("                  and %zu others\n", details->count - DETAILS_SHOWN);
}

void print_reasons(const Event *events, size_t count, const char *kind, const char *title) {
  Counts reasons = {.item = allocate((count + 1) * sizeof(Count))}, details = {.item = allocate((count + 1) * sizeof(Count))};
  for (size_t i = 0; i < count; i++)
    if (same(events[i].kind, kind)) add_count(&reasons, events[i].reason);
  sort_counts(&reasons);
  if (reasons.count > 0) printf("%s\n", title);
  for (size_t r = 0; r < reasons.count; r++) {
    printf("  %6zu  %s\n", reasons.item[r].times, reasons.item[r].text);
    print_details(events, count, kind, reasons.item[r].text, &details);
  }
}

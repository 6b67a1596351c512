// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <stdio.h>

void json_text(const char *text) {
  putchar('"');
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') printf("\\%c", c);
    else if (c < 0x20) printf("\\u%04x", c);
    else putchar(c);
  }
  putchar('"');
}

void json_field(const char *name, const char *text, bool last) {
  printf("\"%s\": ", name);
  if (text == NULL) printf("null");
  else json_text(text);
  printf(last ? "" : ", ");
}

void json_list(const char *name, const Strings *list, bool last) {
  printf("\"%s\": [", name);
  for (size_t i = 0; i < list->count; i++) {
    if (i > 0) printf(", ");
    json_text(list->item[i]);
  }
  printf(last ? "]" : "], ");
}

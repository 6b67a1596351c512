// SPDX-License-Identifier: Apache-2.0
// Grammar of @argfiles: words are separated by blanks; '#' begins a comment where a word could begin; quotes may be anywhere in a word, end
// with the line, and know \n \r \t \f and a backslash before the end of the line, which joins it with the next without its leading blanks.
#include "argfile.h"

#include <string.h>

typedef struct {
  const char *at, *end;
  Buffer word;
} Reader;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r'; }
static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

static char unescape(char c) {
  switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'f': return '\f';
    default: return c;
  }
}

// Reads what follows an opening quote, up to and with its end. False when the text ends in the middle of an escape.
static bool read_quoted(Reader *r, char quote) {
  while (r->at < r->end) {
    char c = *r->at;
    if (is_line_end(c)) return true;  // the line's end ends the word, too
    r->at++;
    if (c == quote) return true;
    if (c != '\\') {
      add_bytes(&r->word, &c, 1);
      continue;
    }
    if (r->at == r->end) return false;
    c = *r->at++;
    if (is_line_end(c)) {
      while (r->at < r->end && is_blank(*r->at)) r->at++;
      if (r->at == r->end) return false;
    } else {
      c = unescape(c);
      add_bytes(&r->word, &c, 1);
    }
  }
  return true;
}

static bool read_word(Reader *r, Strings *words) {
  r->word.length = 0;
  while (r->at < r->end && !is_blank(*r->at)) {
    char c = *r->at++;
    if (c == '#') return false;  // drops or keeps what came before, by where a read buffer ended
    if (c == '\'' || c == '"') {
      if (!read_quoted(r, c)) return false;
    } else {
      add_bytes(&r->word, &c, 1);
    }
  }
  // An empty word, "", counts only when something follows it.
  if (r->word.length > 0 || r->at < r->end) add_string(words, copy_bytes(buffer_text(&r->word), r->word.length));
  return true;
}

bool split_argfile(const char *text, size_t length, Strings *words) {
  if (length > 0 && memchr(text, '\0', length) != NULL) return false;
  Reader r = {.at = text, .end = text + length};
  while (r.at < r.end) {
    if (is_blank(*r.at)) {
      r.at++;
    } else if (*r.at == '#') {
      while (r.at < r.end && !is_line_end(*r.at)) r.at++;
    } else if (!read_word(&r, words)) {
      return false;
    }
  }
  return true;
}

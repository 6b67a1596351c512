// SPDX-License-Identifier: Apache-2.0
#include "sha256.h"

#include <stdio.h>
#include <string.h>

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void add_block(Sha256 *sha, const uint8_t *p) {
  uint32_t w[64];
  for (int i = 0; i < 16; i++, p += 4) w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
  for (int i = 16; i < 64; i++) {
    uint32_t s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint32_t a = sha->state[0], b = sha->state[1], c = sha->state[2], d = sha->state[3];
  uint32_t e = sha->state[4], f = sha->state[5], g = sha->state[6], h = sha->state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + round_constant[i] + w[i];
    uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t done[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; i++) sha->state[i] += done[i];
}

void sha256_begin(Sha256 *sha) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(sha->state, start, sizeof start);
  sha->length = 0;
}

void sha256_add(Sha256 *sha, const void *bytes, size_t length) {
  const uint8_t *p = bytes;
  size_t held = sha->length % 64;
  sha->length += length;
  if (held > 0) {
    size_t room = 64 - held, take = length < room ? length : room;
    if (take > 0) memcpy(sha->block + held, p, take);
    if (take < room) return;
    add_block(sha, sha->block);
    p += take, length -= take;
  }
  for (; length >= 64; p += 64, length -= 64) add_block(sha, p);
  if (length > 0) memcpy(sha->block, p, length);
}

void sha256_end(Sha256 *sha, char hex[65]) {
  uint64_t bits = sha->length * 8;
  static const uint8_t padding[64] = {0x80};
  size_t held = sha->length % 64;
  sha256_add(sha, padding, held < 56 ? 56 - held : 120 - held);
  uint8_t end[8];
  for (int i = 0; i < 8; i++) end[i] = (uint8_t)(bits >> (56 - 8 * i));
  sha256_add(sha, end, 8);
  for (int i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08x", sha->state[i]);
}

void sha256_of(const void *bytes, size_t length, char hex[65]) {
  Sha256 sha;
  sha256_begin(&sha);
  sha256_add(&sha, bytes, length);
  sha256_end(&sha, hex);
}

// SPDX-License-Identifier: Apache-2.0
// SHA-256 as FIPS 180-4 defines it.
#ifndef SPILLWAY_WARM_SHA256_H
#define SPILLWAY_WARM_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t state[8];
  uint64_t length;
  uint8_t block[64];
} Sha256;

void sha256_begin(Sha256 *sha);
void sha256_add(Sha256 *sha, const void *bytes, size_t length);
void sha256_end(Sha256 *sha, char hex[65]);
void sha256_of(const void *bytes, size_t length, char hex[65]);

#endif

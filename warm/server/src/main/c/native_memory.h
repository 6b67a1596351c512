// SPDX-License-Identifier: Apache-2.0
// Memory outside of the Java heap that a run has left, which a program need not ever free: its process would have ended.
#ifndef SPILLWAY_WARM_NATIVE_MEMORY_H
#define SPILLWAY_WARM_NATIVE_MEMORY_H

#include <stddef.h>

enum { NATIVE_LEFT_MB = 256 };

// Bytes that the C library has given out, less those for compiled code, which the VM tells: that grows for many runs. Most of the VM's own memory is not
// among them: heap, metadata of classes, the code itself.
size_t native_memory(size_t for_code);

// Null, or that runs have left more than NATIVE_LEFT_MB of it, `before` and `now` being what there was before the first run and is, or a file mapped that
// they have deleted or can write to. What is below `image` does not count. To be freed.
char *find_memory(const char *image, size_t before, size_t now);

#endif

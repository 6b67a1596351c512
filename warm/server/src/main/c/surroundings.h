// SPDX-License-Identifier: Apache-2.0
// What a server has in common with all its runs and cannot set anew for the next one: files of its class path, rights and limits of its process.
#ifndef SPILLWAY_WARM_SURROUNDINGS_H
#define SPILLWAY_WARM_SURROUNDINGS_H

#include "closure_items.h"
#include "util.h"

typedef struct {
  Items class_path;  // as it was when the server's key was made
  char *rights, *limits, *locale;
} Surroundings;

// Before the first run; `directory` is the server's in the pool. False: the class path's files or /proc cannot be read.
bool remember_surroundings(Surroundings *surroundings, const char *directory);

// Null, or why the process is not what its key says: a program, or somebody else, has changed it. To be freed.
char *find_change(const Surroundings *surroundings);

// Whether the VM, at its start, missed its directory for temporary files exactly if that was missing when the key was made; `directory` is the
// server's in the pool. What it said then is said again before every run.
bool said_what_key_says(const char *directory, const char *key);

// Whether the peer may do what this process may, and sees the same files: else a program of the user's that runs in a sandbox could leave it by way of a server.
bool is_equal_peer(const Surroundings *surroundings, int socket);

#endif

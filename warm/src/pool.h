// SPDX-License-Identifier: Apache-2.0
// The pool directory of a user and the servers in it. Layout: docs/warm-pool-protocol.md.
#ifndef SPILLWAY_WARM_POOL_H
#define SPILLWAY_WARM_POOL_H

#include "util.h"

typedef struct {
  int fd;           // of the directory, -1 when there is none that is safe
  char *path;
  const char *reason;  // then
} Pool;

// Opens the directory, making it where it is not there.
Pool open_pool(void);

// A directory in it, made where it is not there; -1 on failure.
int pool_directory(const Pool *pool, const char *name);

enum { KEY_DIGITS = 32, START_DIGITS = 16 };

// Names of servers, of one key or of all (NULL), oldest first.
void list_servers(const Pool *pool, const char *key, Strings *names);
bool is_server_name(const char *name);
uint64_t server_start_ns(const char *name);

// Of the lock's file, from the end of a run until the next one begins: if the lock is held, the server is resetting.
enum { RESETTING_MODE = 0700 };
bool is_resetting(const Pool *pool, const char *name);

// When the lock was taken last.
struct timespec last_use(const Pool *pool, const char *name);

// Takes the lock of a server: its descriptor, or -1 when somebody else has it or there is none.
int lock_server(const Pool *pool, const char *name);

// A connection, not blocking, to a server whose process has the client's user, or -1; errno tells why. Gives the process.
int connect_server(const Pool *pool, const char *name, int *process);

// Removes the directory of a server that is dead; the caller holds its lock and is its keeper.
void remove_server(const Pool *pool, const char *name);

// For others than its keeper: only once that is gone and the client of a run that died has had time to read the status. Enters it in the log; false when it stays.
bool remove_abandoned(const Pool *pool, const char *name);

// Whether the process that looks after a server lives.
bool has_keeper(const Pool *pool, const char *name);

// Clients read the status of a server within this time of its end.
enum { STATUS_MS = 5000 };

#endif

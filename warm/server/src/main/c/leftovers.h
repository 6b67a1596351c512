// SPDX-License-Identifier: Apache-2.0
// What a run left in the process that the VM does not know: descriptors, signals and native libraries.
#ifndef SPILLWAY_WARM_LEFTOVERS_H
#define SPILLWAY_WARM_LEFTOVERS_H

#include <signal.h>
#include <sys/stat.h>

#include "closure_items.h"
#include "util.h"

enum { DESCRIPTORS_KNOWN = 256, FILES_LEFT = 64, SIGNALS = 64 };

typedef struct {
  const char *image;
  char *system;  // directory of the C library
  struct {
    int fd;
    dev_t device;
    ino_t inode;
  } known[DESCRIPTORS_KNOWN];  // the server's own
  size_t count;
  const Items *class_path;
  struct sigaction actions[SIGNALS + 1];  // by number
  size_t native_memory;
} Pristine;

// Before the first run. `code_memory` as of the VM (vm.h), here and below. The class path is that of the key, with what manifests add to it. False: there is no /proc, there are too many descriptors, or no memory.
bool remember_pristine(Pristine *pristine, const char *image, const Items *class_path, size_t code_memory);

// Whether this descriptor was the server's own before the first run.
bool is_known(const Pristine *pristine, int fd, const struct stat *s);

// What others see of a run's end, to be called before they are told of it: ports, ends of pipes, locks. Descriptors that the server did not have before
// the first run, apart from the two given, become /dev/null if they are sockets, pipes or files open for writing; locks of the others are given up.
// No thread of the run may be left.
void let_go(const Pristine *pristine, int lock, int connection);

// Ignores signals for a run, so that its children inherit that. Those for which the VM has a handler keep it, as in a new VM, but for the three that
// would end it: to these a new VM leaves what it finds.
void ignore_signals(const Pristine *pristine, const sigset_t *ignored);
// Makes the kernel do with each signal what it did before the first run, but for the one by which the JDK interrupts threads.
void restore_signals(const Pristine *pristine);

// Closes sockets, pipes, /dev/null and selectors that neither the server nor any of the objects in `live` (live_descriptors) has: a run left them, and its
// end would have closed them.
void close_orphans(const Pristine *pristine, int lock, const int *live, size_t count);

// Null, or why the process is not what it was: memory or mapped files (native_memory.h); a native library that is neither the JDK's nor one of the system's known ones; a descriptor of anything but a
// regular file or random device that can only be read, or more than 64 of these (class loaders keep jars open). The lock of the run
// and what is on the class path do not count. To be freed.
char *find_leftovers(const Pristine *pristine, int lock, size_t code_memory);

#endif

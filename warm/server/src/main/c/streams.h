// SPDX-License-Identifier: Apache-2.0
// Streams of the C library, which native code of a run prints to and reads from.
#ifndef SPILLWAY_WARM_STREAMS_H
#define SPILLWAY_WARM_STREAMS_H

#include <stdbool.h>

// As in a new process: what is buffered where is up to the descriptors of this run. While no thread uses them.
void begin_streams(void);
// At the program's exit, while its threads may go on: what was printed until then comes out, but for a stream that somebody holds.
void flush_output(void);
// What the end of a process does: what has been printed comes out, what was read ahead is gone. While threads go on, one of which may hold a stream for
// ever, it waits a second at most.
void end_streams(bool threads_have_ended);

#endif

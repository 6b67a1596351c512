// SPDX-License-Identifier: Apache-2.0
// Streams of the C library, which native code of a run prints to and reads from.
#ifndef SPILLWAY_WARM_STREAMS_H
#define SPILLWAY_WARM_STREAMS_H

#include <stdbool.h>

// As in a new process: what is buffered where is up to the descriptors of this run. While no thread uses them.
void begin_streams(void);
// What the end of a process does, while threads may go on: what has been printed comes out. For a stream that one of them holds, which may be for ever,
// it waits a second at most.
void flush_output(void);
// Once all threads have ended: what was read ahead is gone, and what they have printed since, but to files of their own.
void end_streams(void);

#endif

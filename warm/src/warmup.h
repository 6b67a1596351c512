// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_WARMUP_H
#define SPILLWAY_WARM_WARMUP_H

// Becomes the Java program that measures another one's warm-up; returns only an exit status for its failure.
int warmup(int argc, char **argv);

#endif

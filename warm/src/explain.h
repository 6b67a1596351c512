// SPDX-License-Identifier: Apache-2.0
#ifndef SPILLWAY_WARM_EXPLAIN_H
#define SPILLWAY_WARM_EXPLAIN_H

// `spillway pool why -- java ...`: what the client makes of a command line, as JSON. argv[0] is "java".
int explain(int argc, char **argv);

#endif

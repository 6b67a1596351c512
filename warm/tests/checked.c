// SPDX-License-Identifier: Apache-2.0
// Settings of the build with checks of memory. The client frees nothing on purpose.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

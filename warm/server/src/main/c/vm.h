// SPDX-License-Identifier: Apache-2.0
// The VM of the server, and the Java side of it (dev.spillway.warm.Server).
#ifndef SPILLWAY_WARM_VM_H
#define SPILLWAY_WARM_VM_H

#include <jni.h>
#include <stdbool.h>

#include "offer.h"

typedef struct {
  JavaVM *vm;
  JNIEnv *env;  // of the thread that made it
  jobject server;
  jmethodID prepare, main_loaded, end_threads, reset, libraries, forget_library;
  jclass warm_vm, ended;
  jmethodID take_exit_code, await_non_daemons, descriptors, become_main, code_memory, is_native_method_bound;
  size_t stack_size;  // of a main thread
  int log;            // descriptor for what the server itself has to say in a run
  jfieldID thread_id;
  jlong main_id;      // what a new VM gives its main thread
} Vm;

// Makes the VM of the image with these options, which belong to the caller. `event` is an eventfd that becomes readable when a program
// calls exit, `log` a descriptor. The calling thread becomes a daemon of the system's group. False: stderr says why.
bool make_vm(Vm *vm, const char *image, char **options, int event, int log);

jobject current_thread(JNIEnv *env);

// The exit code of a program that called exit, or -1.
int take_exit_code(const Vm *vm);

// Before a run, when descriptors, environment and directory are its own.
bool prepare_run(const Vm *vm, const Offer *offer, const char *directory);

// Ends the threads of a run, or makes the VM as new. Null, or why that cannot be done; to be freed.
char *end_threads(const Vm *vm);
char *reset_vm(const Vm *vm);

// Makes the native libraries of the application's loader as if they had never been loaded, and closes those that can be (libraries.h). After reset_vm, which
// leaves no method bound to one: those that stay are told anew (JNI_OnLoad) when a run loads them again, and register their methods. Null, or why that cannot
// be done; to be freed.
char *forget_libraries(const Vm *vm);

// Bytes that the VM has taken from the C library for compiled code.
size_t code_memory(const Vm *vm);

// Numbers of the descriptors that live objects have, and SOME_SELECTOR if a selector is among the objects; to be freed. NULL: out of memory.
enum { SOME_SELECTOR = -2 };
int *live_descriptors(const Vm *vm, size_t *count);

#endif

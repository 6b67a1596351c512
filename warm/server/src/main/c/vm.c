// SPDX-License-Identifier: Apache-2.0
#include "vm.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libraries.h"
#include "loops.h"
#include "util.h"

// The classes of dev.spillway.warm, each behind its length in four bytes, superclasses first.
__asm__(".section .rodata\n.global warm_classes, warm_classes_end\nwarm_classes:\n.incbin \"" WARM_CLASSES "\"\nwarm_classes_end:\n.previous\n");
extern const char warm_classes[], warm_classes_end[];

static bool failed(JNIEnv *env) {
  if (!(*env)->ExceptionCheck(env)) return false;
  (*env)->ExceptionDescribe(env);
  (*env)->ExceptionClear(env);
  return true;
}

// The same while descriptor 2 is that of a run, whose error output must not get what the server has to say.
static bool failed_in_run(const Vm *vm) {
  if (!(*vm->env)->ExceptionCheck(vm->env)) return false;
  int error = fcntl(2, F_DUPFD_CLOEXEC, NUMBERS_LIMIT);
  if (error >= 0 && dup2(vm->log, 2) >= 0) (*vm->env)->ExceptionDescribe(vm->env);
  (*vm->env)->ExceptionClear(vm->env);
  if (error >= 0) dup2(error, 2), close(error);
  return true;
}

// The boot loader's, so that a program sees no class path but its own.
static bool define_classes(JNIEnv *env) {
  for (const char *at = warm_classes; at < warm_classes_end;) {
    jsize length = (jsize)get_number(at, 4);
    jclass defined = (*env)->DefineClass(env, NULL, NULL, (const jbyte *)at + 4, length);
    if (defined == NULL) return false;
    (*env)->DeleteLocalRef(env, defined);
    at += 4 + length;
  }
  return true;
}

static jobject full_lookup(JNIEnv *env) {
  jclass lookup = (*env)->FindClass(env, "java/lang/invoke/MethodHandles$Lookup");
  jfieldID field = lookup != NULL ? (*env)->GetStaticFieldID(env, lookup, "IMPL_LOOKUP", "Ljava/lang/invoke/MethodHandles$Lookup;") : NULL;
  return field != NULL ? (*env)->GetStaticObjectField(env, lookup, field) : NULL;
}

static jclass global_class(JNIEnv *env, const char *name) {
  jclass found = (*env)->FindClass(env, name);
  return found != NULL ? (*env)->NewGlobalRef(env, found) : NULL;
}

static bool make_server(Vm *vm, int event) {
  JNIEnv *env = vm->env;
  jclass type = (*env)->FindClass(env, "dev/spillway/warm/Server");
  if (type == NULL) return false;
  jmethodID constructor = (*env)->GetMethodID(env, type, "<init>", "(Ljava/lang/invoke/MethodHandles$Lookup;I)V");
  if (constructor == NULL) return false;
  jobject lookup = full_lookup(env);
  jobject server = lookup != NULL ? (*env)->NewObject(env, type, constructor, lookup, (jint)event) : NULL;
  if (server == NULL) return false;
  vm->server = (*env)->NewGlobalRef(env, server);
  vm->prepare = (*env)->GetMethodID(env, type, "prepare", "([[B[B)V");
  vm->main_loaded = (*env)->GetMethodID(env, type, "mainLoaded", "()V");
  vm->end_threads = (*env)->GetMethodID(env, type, "endThreads", "()Ljava/lang/String;");
  vm->reset = (*env)->GetMethodID(env, type, "reset", "()Ljava/lang/String;");
  vm->libraries = (*env)->GetMethodID(env, type, "libraries", "()[Ljava/lang/String;");
  vm->forget_library = (*env)->GetMethodID(env, type, "forgetLibrary", "(Ljava/lang/String;)J");
  if ((vm->ended = global_class(env, "dev/spillway/warm/RunEnded")) == NULL) return false;
  vm->take_exit_code = (*env)->GetStaticMethodID(env, vm->warm_vm, "takeExitCode", "()I");
  vm->await_non_daemons = (*env)->GetStaticMethodID(env, vm->warm_vm, "awaitNonDaemons", "()V");
  vm->descriptors = (*env)->GetStaticMethodID(env, vm->warm_vm, "descriptors", "()[I");
  vm->code_memory = (*env)->GetStaticMethodID(env, vm->warm_vm, "codeMemory", "()J");
  vm->is_native_method_bound = (*env)->GetStaticMethodID(env, vm->warm_vm, "isNativeMethodBound", "()Z");
  vm->become_main = (*env)->GetStaticMethodID(env, vm->warm_vm, "becomeMain", "()V");
  return !(*env)->ExceptionCheck(env);
}

jobject current_thread(JNIEnv *env) {
  jclass thread = (*env)->FindClass(env, "java/lang/Thread");
  return (*env)->CallStaticObjectMethod(env, thread, (*env)->GetStaticMethodID(env, thread, "currentThread", "()Ljava/lang/Thread;"));
}

static jobject system_group(JNIEnv *env, jobject current) {
  jclass thread = (*env)->FindClass(env, "java/lang/Thread"), group = (*env)->FindClass(env, "java/lang/ThreadGroup");
  jobject own = (*env)->CallObjectMethod(env, current, (*env)->GetMethodID(env, thread, "getThreadGroup", "()Ljava/lang/ThreadGroup;"));
  jobject parent = (*env)->CallObjectMethod(env, own, (*env)->GetMethodID(env, group, "getParent", "()Ljava/lang/ThreadGroup;"));
  return (*env)->NewGlobalRef(env, parent);
}

// By the first thread, as soon as the VM is made.
static bool remember_main(Vm *vm) {
  if ((vm->warm_vm = global_class(vm->env, "dev/spillway/warm/WarmVm")) == NULL) return false;
  jmethodID remember = (*vm->env)->GetStaticMethodID(vm->env, vm->warm_vm, "rememberMain", "()V");
  if (remember != NULL) (*vm->env)->CallStaticVoidMethod(vm->env, vm->warm_vm, remember);
  return !(*vm->env)->ExceptionCheck(vm->env);
}

// The thread that made the VM is its "main"; each run gets a new one of that name.
static bool leave_main(Vm *vm) {
  jobject current = current_thread(vm->env);
  vm->thread_id = (*vm->env)->GetFieldID(vm->env, (*vm->env)->FindClass(vm->env, "java/lang/Thread"), "tid", "J");
  if (vm->thread_id == NULL) return !failed(vm->env);
  vm->main_id = (*vm->env)->GetLongField(vm->env, current, vm->thread_id);
  JavaVMAttachArgs arguments = {.version = JNI_VERSION_10, .name = (char *)"Warm Server", .group = system_group(vm->env, current)};
  return (*vm->vm)->DetachCurrentThread(vm->vm) == JNI_OK &&
         (*vm->vm)->AttachCurrentThreadAsDaemon(vm->vm, (void **)&vm->env, &arguments) == JNI_OK;
}

// The start of what the launcher asks the VM with, too.
typedef struct {
  jint version;
  char **properties;
  jint check_source, native_stack_size, java_stack_size;
  void *more[16];
} DefaultArguments;

typedef jint (*CreateJavaVM)(JavaVM **, void **, void *);
typedef jint (*GetDefaultArguments)(void *);

// As the launcher's parse_size() in java.c; 0 for what is no size, which the VM refuses.
static size_t bytes_of_size(const char *text) {
  char *end;
  unsigned long long number = strtoull(text, &end, 10);
  const char *unit = *end == '\0' ? NULL : strchr("kKmMgGtT", *end);
  if (*end == '\0') return (size_t)number;
  return unit != NULL && end[1] == '\0' ? (size_t)number << (10 * ((unit - "kKmMgGtT") / 2 + 1)) : 0;
}

// As the launcher, which looks at the words of its command line, and asks the VM before that has read any options: -XX:ThreadStackSize and
// -Xss in variables that the VM reads are for all threads but main.
static size_t main_stack_size(void *library, char **options) {
  static const size_t least = 64 << 10;
  size_t size = 0;
  for (; *options != NULL; options++) {
    const char *value = after(*options, "-Xss");
    if (value != NULL) size = bytes_of_size(value);
  }
  if (size > 0) return size < least ? least : size;
  DefaultArguments defaults = {.version = JNI_VERSION_1_1};
  GetDefaultArguments get;
  *(void **)&get = dlsym(library, "JNI_GetDefaultJavaVMInitArgs");
  if (get != NULL) get(&defaults);
  return defaults.java_stack_size > 0 ? (size_t)defaults.java_stack_size : 1 << 20;
}

bool make_vm(Vm *vm, const char *image, char **options, int event, int log) {
  vm->log = log;
  char *path = format("%s/lib/server/libjvm.so", image);
  void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) return fprintf(stderr, "cannot load the VM: %s\n", dlerror()), false;
  CreateJavaVM create;
  *(void **)&create = dlsym(library, "JNI_CreateJavaVM");
  jint count = 0;
  while (options[count] != NULL) count++;
  JavaVMOption *all = calloc((size_t)count + 4, sizeof(JavaVMOption));
  if (create == NULL || all == NULL) return false;
  for (jint i = 0; i < count; i++) all[i].optionString = options[i];
  all[count++].optionString = (char *)"-Dsun.java.launcher=SUN_STANDARD";
  all[count++].optionString = (char *)"-Ddev.spillway.warm.server=true";
  // Code of earlier runs would throw exceptions without text and trace, as of its own it does only when it has thrown many.
  all[count++].optionString = (char *)"-XX:-OmitStackTraceInFastThrow";
  // It would say once that another VM looks through files of performance data just then, and each of its runs would say so again.
  all[count++].optionString = (char *)"-Xlog:perf+memops=off";
  JavaVMInitArgs arguments = {.version = JNI_VERSION_1_2, .nOptions = count, .options = all, .ignoreUnrecognized = JNI_FALSE};
  vm->stack_size = main_stack_size(library, options);
  if (create(&vm->vm, (void **)&vm->env, &arguments) != JNI_OK) return false;
  free(all);
  free(path);
  bool made = define_classes(vm->env) && remember_main(vm);
  if (failed(vm->env) || !made || !leave_main(vm)) return false;
  made = register_loops(vm->env) && make_server(vm, event);
  return !failed(vm->env) && made;
}

int take_exit_code(const Vm *vm) { return (*vm->env)->CallStaticIntMethod(vm->env, vm->warm_vm, vm->take_exit_code); }

static jbyteArray bytes_of(JNIEnv *env, const char *text) {
  jsize length = (jsize)strlen(text);
  jbyteArray bytes = (*env)->NewByteArray(env, length);
  if (bytes != NULL) (*env)->SetByteArrayRegion(env, bytes, 0, length, (const jbyte *)text);
  return bytes;
}

static jobjectArray array_of(JNIEnv *env, const Strings *texts) {
  jclass bytes = (*env)->FindClass(env, "[B");
  jobjectArray array = bytes != NULL ? (*env)->NewObjectArray(env, (jsize)texts->count, bytes, NULL) : NULL;
  for (size_t i = 0; array != NULL && i < texts->count; i++) {
    jbyteArray text = bytes_of(env, texts->item[i]);
    if (text == NULL) return NULL;
    (*env)->SetObjectArrayElement(env, array, (jsize)i, text);
    (*env)->DeleteLocalRef(env, text);
  }
  return array;
}

bool prepare_run(const Vm *vm, const Offer *offer, const char *directory) {
  JNIEnv *env = vm->env;
  if ((*env)->PushLocalFrame(env, 16) != 0) return false;
  jobjectArray array = array_of(env, &offer->properties);
  jbyteArray path = bytes_of(env, directory);
  if (array != NULL && path != NULL) (*env)->CallVoidMethod(env, vm->server, vm->prepare, array, path);
  bool done = !failed_in_run(vm) && array != NULL && path != NULL;
  (*env)->PopLocalFrame(env, NULL);
  return done;
}

static char *call_for_reason(const Vm *vm, jmethodID method) {
  JNIEnv *env = vm->env;
  if ((*env)->PushLocalFrame(env, 16) != 0) return strdup("out of memory");
  jstring reason = (*env)->CallObjectMethod(env, vm->server, method);
  char *text = NULL;
  if (failed_in_run(vm)) {
    text = strdup("an error in the server, see its log");
  } else if (reason != NULL) {
    const char *characters = (*env)->GetStringUTFChars(env, reason, NULL);
    text = strdup(characters != NULL ? characters : "out of memory");
    if (characters != NULL) (*env)->ReleaseStringUTFChars(env, reason, characters);
  }
  (*env)->PopLocalFrame(env, NULL);
  return text;
}

// In both, threads may have to be woken.
static char *call_and_calm(const Vm *vm, jmethodID method) {
  char *reason = call_for_reason(vm, method);
  calm_loops();
  return reason;
}

char *end_threads(const Vm *vm) { return call_and_calm(vm, vm->end_threads); }

char *reset_vm(const Vm *vm) { return call_and_calm(vm, vm->reset); }

static bool forget_library(const Vm *vm, jstring path, bool may_close) {
  JNIEnv *env = vm->env;
  jlong handle = (*env)->CallLongMethod(env, vm->server, vm->forget_library, path);
  if (failed(env)) return false;
  const char *text = (*env)->GetStringUTFChars(env, path, NULL);
  if (text == NULL) return !failed(env);
  if (handle != 0 && may_close && can_be_closed(text)) dlclose((void *)(intptr_t)handle);
  (*env)->ReleaseStringUTFChars(env, path, text);
  (*env)->DeleteLocalRef(env, path);
  return true;
}

char *forget_libraries(const Vm *vm) {
  JNIEnv *env = vm->env;
  if ((*env)->PushLocalFrame(env, 16) != 0) return copy_text("out of memory");
  jobjectArray paths = (*env)->CallObjectMethod(env, vm->server, vm->libraries);
  bool done = !failed(env) && paths != NULL;
  jsize count = done ? (*env)->GetArrayLength(env, paths) : 0;
  // By code of the program that the JDK's threads ran while the classes were being reset: a finalizer. Then the classes are not as new either.
  bool bound = count > 0 && (*env)->CallStaticBooleanMethod(env, vm->warm_vm, vm->is_native_method_bound);
  for (jsize i = 0; done && i < count; i++) done = forget_library(vm, (*env)->GetObjectArrayElement(env, paths, i), !bound);
  (*env)->PopLocalFrame(env, NULL);
  if (bound) return copy_text("a native method was called while the run was being ended");
  return done ? NULL : copy_text("native libraries cannot be forgotten");
}

size_t code_memory(const Vm *vm) { return (size_t)(*vm->env)->CallStaticLongMethod(vm->env, vm->warm_vm, vm->code_memory); }

int *live_descriptors(const Vm *vm, size_t *count) {
  JNIEnv *env = vm->env;
  if ((*env)->PushLocalFrame(env, 16) != 0) return NULL;
  jintArray array = (*env)->CallStaticObjectMethod(env, vm->warm_vm, vm->descriptors);
  int *numbers = NULL;
  if (!failed(env) && array != NULL) {
    *count = (size_t)(*env)->GetArrayLength(env, array);
    if ((numbers = malloc((*count + 1) * sizeof(int))) != NULL) (*env)->GetIntArrayRegion(env, array, 0, (jsize)*count, numbers);
  }
  (*env)->PopLocalFrame(env, NULL);
  return numbers;
}

// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <string.h>
#include <unistd.h>

typedef struct {
  JNIEnv *env;
  jclass helper, main;
  jobjectArray arguments;
} Launch;

// The launcher's own way from bytes to a text.
static jstring platform_string(JNIEnv *env, jclass helper, const char *text) {
  jmethodID make = (*env)->GetStaticMethodID(env, helper, "makePlatformString", "(Z[B)Ljava/lang/String;");
  jsize length = (jsize)strlen(text);
  jbyteArray bytes = make != NULL ? (*env)->NewByteArray(env, length) : NULL;
  if (bytes == NULL) return NULL;
  (*env)->SetByteArrayRegion(env, bytes, 0, length, (const jbyte *)text);
  jstring made = (*env)->CallStaticObjectMethod(env, helper, make, JNI_TRUE, bytes);
  (*env)->DeleteLocalRef(env, bytes);
  return made;
}

static bool make_arguments(Launch *l, const Strings *texts) {
  jclass string = (*l->env)->FindClass(l->env, "java/lang/String");
  l->arguments = string != NULL ? (*l->env)->NewObjectArray(l->env, (jsize)texts->count, string, NULL) : NULL;
  for (size_t i = 0; l->arguments != NULL && i < texts->count; i++) {
    jstring text = platform_string(l->env, l->helper, texts->item[i]);
    if (text == NULL) return false;
    (*l->env)->SetObjectArrayElement(l->env, l->arguments, (jsize)i, text);
    (*l->env)->DeleteLocalRef(l->env, text);
  }
  return l->arguments != NULL;
}

// A main that is missing, or no program, has been told by the helper, which ends the run itself.
static bool load_main(Launch *l, const Offer *offer) {
  l->helper = (*l->env)->FindClass(l->env, "sun/launcher/LauncherHelper");
  if (l->helper == NULL) return false;
  jmethodID load = (*l->env)->GetStaticMethodID(l->env, l->helper, "checkAndLoadMain", "(ZILjava/lang/String;)Ljava/lang/Class;");
  jstring name = load != NULL ? platform_string(l->env, l->helper, offer->main) : NULL;
  if (name == NULL) return false;
  l->main = (*l->env)->CallStaticObjectMethod(l->env, l->helper, load, JNI_TRUE, (jint)offer->mode, name);
  return !(*l->env)->ExceptionCheck(l->env) && make_arguments(l, &offer->arguments);
}

static bool helper_says(Launch *l, const char *field) {
  jfieldID id = (*l->env)->GetStaticFieldID(l->env, l->helper, field, "Z");
  return id != NULL && (*l->env)->GetStaticBooleanField(l->env, l->helper, id);
}

static void call_static_main(Launch *l, bool no_arguments) {
  jmethodID main = (*l->env)->GetStaticMethodID(l->env, l->main, "main", no_arguments ? "()V" : "([Ljava/lang/String;)V");
  if (main == NULL) return;
  if (no_arguments) (*l->env)->CallStaticVoidMethod(l->env, l->main, main);
  else (*l->env)->CallStaticVoidMethod(l->env, l->main, main, l->arguments);
}

static void call_instance_main(Launch *l, bool no_arguments) {
  jmethodID constructor = (*l->env)->GetMethodID(l->env, l->main, "<init>", "()V");
  jobject instance = constructor != NULL ? (*l->env)->NewObject(l->env, l->main, constructor) : NULL;
  if (instance == NULL) return;
  jmethodID main = (*l->env)->GetMethodID(l->env, l->main, "main", no_arguments ? "()V" : "([Ljava/lang/String;)V");
  if (main == NULL) return;
  if (no_arguments) (*l->env)->CallVoidMethod(l->env, instance, main);
  else (*l->env)->CallVoidMethod(l->env, instance, main, l->arguments);
}

// Leaves an exception pending if main threw one.
static void call_main(JNIEnv *env, const Vm *vm, const Offer *offer) {
  Launch launch = {.env = env};
  if (!load_main(&launch, offer)) return;
  bool no_arguments = helper_says(&launch, "noArgMain");
  (*env)->CallVoidMethod(env, vm->server, vm->main_loaded);
  if ((*env)->ExceptionCheck(env)) return;
  // Here, since loading the class asks for hash codes, too, in the first run only.
  (*env)->CallStaticVoidMethod(env, vm->warm_vm, vm->become_main);
  // The run may be ended now.
  if ((*env)->ExceptionCheck(env)) return;
  if (helper_says(&launch, "isStaticMain")) call_static_main(&launch, no_arguments);
  else call_instance_main(&launch, no_arguments);
}

static bool has_ended(const Program *p, JNIEnv *env) {
  jthrowable thrown = (*env)->ExceptionOccurred(env);
  if (thrown == NULL) return false;
  // No call is allowed while an exception is pending, but for a few.
  (*env)->ExceptionClear(env);
  bool ended = (*env)->IsInstanceOf(env, thrown, p->vm->ended);
  (*env)->Throw(env, thrown);
  return ended;
}

// What the VM gives its first thread, but no other that comes from native code.
static void become_main(const Vm *vm, JNIEnv *env) {
  jobject thread = current_thread(env);
  jclass type = (*env)->GetObjectClass(env, thread), loader = (*env)->FindClass(env, "java/lang/ClassLoader");
  jobject system = (*env)->CallStaticObjectMethod(env, loader, (*env)->GetStaticMethodID(env, loader, "getSystemClassLoader", "()Ljava/lang/ClassLoader;"));
  (*env)->SetLongField(env, thread, vm->thread_id, vm->main_id);
  (*env)->CallVoidMethod(env, thread, (*env)->GetMethodID(env, type, "setContextClassLoader", "(Ljava/lang/ClassLoader;)V"), system);
}

// From here on the thread is one of those that are ended. NULL: they have been already, or no memory is left for a thread.
static JNIEnv *join_vm(Program *p, const char *name) {
  JNIEnv *env;
  JavaVM *vm = p->vm->vm;
  JavaVMAttachArgs arguments = {.version = JNI_VERSION_10, .name = (char *)name};
  if ((*vm)->AttachCurrentThread(vm, (void **)&env, &arguments) != JNI_OK) return NULL;
  if (!atomic_load(&p->ended)) return env;
  (*vm)->DetachCurrentThread(vm);
  return NULL;
}

// False: the run has ended by exit meanwhile, or cannot begin.
static bool run_main(Program *p) {
  JavaVM *vm = p->vm->vm;
  JNIEnv *env = join_vm(p, "main");
  p->code = 1;
  if (env == NULL) return false;
  become_main(p->vm, env);
  call_main(env, p->vm, p->offer);
  bool ended = has_ended(p, env);
  p->code = (*env)->ExceptionCheck(env) ? 1 : 0;
  // What main threw is shown by the thread's end.
  (*vm)->DetachCurrentThread(vm);
  return !ended;
}

static void end_vm(Program *p) {
  JavaVM *vm = p->vm->vm;
  JNIEnv *env = join_vm(p, "DestroyJavaVM");
  // With a heap that is full the launcher's own call fails, too: the process ends without hooks, with the code that main had.
  if (env == NULL) return;
  (*env)->CallStaticVoidMethod(env, p->vm->warm_vm, p->vm->await_non_daemons);
  jclass shutdown = (*env)->ExceptionCheck(env) ? NULL : (*env)->FindClass(env, "java/lang/Shutdown");
  jmethodID hooks = shutdown != NULL ? (*env)->GetStaticMethodID(env, shutdown, "shutdown", "()V") : NULL;
  if (hooks != NULL) (*env)->CallStaticVoidMethod(env, shutdown, hooks);
  // A VM that ends says nothing of what is thrown here, such as for want of memory.
  if (!has_ended(p, env)) (*env)->ExceptionClear(env);
  (*vm)->DetachCurrentThread(vm);
}

static void *run_program(void *data) {
  Program *p = data;
  pthread_sigmask(SIG_SETMASK, &p->offer->blocked, NULL);
  if (run_main(p)) end_vm(p);
  // Also after an exit, which has been told by then: whoever waits takes its code first.
  uint64_t one = 1;
  (void)!write(p->event, &one, sizeof one);
  return NULL;
}

bool start_program(Program *program, const Vm *vm, const Offer *offer, int event) {
  pthread_attr_t attributes;
  *program = (Program){.vm = vm, .offer = offer, .event = event};
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, vm->stack_size);
  int error = pthread_create(&program->thread, &attributes, run_program, program);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

void join_program(const Program *program) { pthread_join(program->thread, NULL); }

// SPDX-License-Identifier: Apache-2.0
// A libjvm.so for the real launcher that writes what the launcher hands to the VM, as "kind NUL value NUL", and ends. So the launcher's
// own reading of a command line is seen in milliseconds. A string is seen as the bytes of the array it is made from.
#include <jni.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct JNINativeInterface_ functions;
static struct JNIInvokeInterface_ invocation;
static JNIEnv environment = &functions;
static JavaVM machine = &invocation;
static char object[8];          // stands for every reference
static const char *kind = "main";  // of the next string

static void tell(const char *name, const char *value, size_t length) {
  printf("%s%c", name, 0);
  fwrite(value, 1, length, stdout);
  putchar(0);
}

static _Noreturn void finish(void) {
  fflush(stdout);
  _Exit(0);
}

JNIEXPORT jclass JVM_FindClassFromBootLoader(JNIEnv *env, const char *name);
jclass JVM_FindClassFromBootLoader(JNIEnv *env, const char *name) {
  (void)env, (void)name;
  return (jclass)object;
}

static jmethodID get_static_method(JNIEnv *env, jclass c, const char *name, const char *signature) {
  (void)env, (void)c, (void)signature;
  return (jmethodID)(strcmp(name, "checkAndLoadMain") == 0 ? object + 1 : object);
}

static jobject call_static_object(JNIEnv *env, jclass c, jmethodID method, ...) {
  (void)env, (void)c;
  if (method == (jmethodID)(object + 1)) {
    va_list arguments;
    va_start(arguments, method);
    (void)va_arg(arguments, int);  // to stderr?
    char mode[16];
    snprintf(mode, sizeof mode, "%d", va_arg(arguments, int));
    va_end(arguments);
    tell("mode", mode, strlen(mode));
    kind = "argument";
  }
  return (jobject)object;
}

static jbyteArray new_bytes(JNIEnv *env, jsize length) {
  (void)env, (void)length;
  return (jbyteArray)object;
}

static void set_bytes(JNIEnv *env, jbyteArray array, jsize start, jsize length, const jbyte *bytes) {
  (void)env, (void)array, (void)start;
  tell(kind, (const char *)bytes, (size_t)length);
}

static jobjectArray new_objects(JNIEnv *env, jsize length, jclass c, jobject first) {
  (void)env, (void)length, (void)c, (void)first;
  return (jobjectArray)object;
}

static void set_object(JNIEnv *env, jobjectArray array, jsize at, jobject value) { (void)env, (void)array, (void)at, (void)value; }
static void delete_local(JNIEnv *env, jobject o) { (void)env, (void)o; }
static jboolean no_exception(JNIEnv *env) { return (void)env, JNI_FALSE; }

// The first thing the launcher asks for once the arguments are there.
static jfieldID get_static_field(JNIEnv *env, jclass c, const char *name, const char *signature) {
  (void)env, (void)c, (void)name, (void)signature;
  finish();
}

JNIEXPORT jint JNI_CreateJavaVM(JavaVM **vm, void **env, void *arguments) {
  JavaVMInitArgs *given = arguments;
  for (jint i = 0; i < given->nOptions; i++) tell("option", given->options[i].optionString, strlen(given->options[i].optionString));
  functions.GetStaticMethodID = get_static_method;
  functions.CallStaticObjectMethod = call_static_object;
  functions.NewByteArray = new_bytes;
  functions.SetByteArrayRegion = set_bytes;
  functions.NewObjectArray = new_objects;
  functions.SetObjectArrayElement = set_object;
  functions.DeleteLocalRef = delete_local;
  functions.ExceptionCheck = no_exception;
  functions.GetStaticFieldID = get_static_field;
  *vm = &machine;
  *env = &environment;
  return JNI_OK;
}

JNIEXPORT jint JNI_GetDefaultJavaVMInitArgs(void *arguments) { return (void)arguments, JNI_OK; }
JNIEXPORT jint JNI_GetCreatedJavaVMs(JavaVM **vms, jsize room, jsize *count) {
  (void)vms, (void)room;
  *count = 0;
  return JNI_OK;
}

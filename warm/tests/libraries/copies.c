// SPDX-License-Identifier: Apache-2.0
// A native library as jars bring them: `Copies` loads a new copy in each run. Counts calls, in a static that is zero when it is loaded.
#include <jni.h>

static jint found, registered;

JNIEXPORT jint JNICALL Java_Copies_found(JNIEnv *env, jclass type, jintArray array, jint index, jlong more, jobject some, jint factor) {
  (void)type;
  jint *numbers = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
  jint added = numbers[index] * factor + (jint)more + (some == NULL);
  (*env)->ReleasePrimitiveArrayCritical(env, array, numbers, JNI_ABORT);
  return ++found + added;
}

static jint is_registered(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  return ++registered;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
  (void)reserved;
  JNIEnv *env;
  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10) != JNI_OK) return -1;
  JNINativeMethod method = {(char *)"registered", (char *)"()I", (void *)is_registered};
  jclass type = (*env)->FindClass(env, "Copies");
  return type != NULL && (*env)->RegisterNatives(env, type, &method, 1) == 0 ? JNI_VERSION_10 : -1;
}

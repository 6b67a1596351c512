// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Global and weak global references of JNI, for TestJniReferences.
#include <jni.h>

JNIEXPORT jlong JNICALL Java_TestJniReferences_global(JNIEnv* env, jclass test, jobject o) {
  return (jlong)(*env)->NewGlobalRef(env, o);
}

JNIEXPORT jlong JNICALL Java_TestJniReferences_weak(JNIEnv* env, jclass test, jobject o) {
  return (jlong)(*env)->NewWeakGlobalRef(env, o);
}

JNIEXPORT jobject JNICALL Java_TestJniReferences_get(JNIEnv* env, jclass test, jlong ref) {
  return (*env)->NewLocalRef(env, (jobject)ref);
}

JNIEXPORT void JNICALL Java_TestJniReferences_deleteGlobal(JNIEnv* env, jclass test, jlong ref) {
  (*env)->DeleteGlobalRef(env, (jobject)ref);
}

JNIEXPORT void JNICALL Java_TestJniReferences_deleteWeak(JNIEnv* env, jclass test, jlong ref) {
  (*env)->DeleteWeakGlobalRef(env, (jobject)ref);
}

// SPDX-License-Identifier: Apache-2.0
// Native methods of Callbacks$Clears.
#include <jni.h>
#include <pthread.h>

static JavaVM *vm;

static void call(JNIEnv *env, jobject callback) {
  (*env)->CallVoidMethod(env, callback, (*env)->GetMethodID(env, (*env)->GetObjectClass(env, callback), "run", "()V"));
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionDescribe(env);
    (*env)->ExceptionClear(env);
  }
}

static void *run(void *callback) {
  JNIEnv *env;
  if ((*vm)->AttachCurrentThread(vm, (void **)&env, NULL) != JNI_OK) return NULL;
  call(env, callback);
  (*vm)->DetachCurrentThread(vm);
  return NULL;
}

JNIEXPORT void JNICALL Java_Callbacks_00024Clears_call(JNIEnv *env, jclass type, jobject callback) {
  (void)type;
  call(env, callback);
}

JNIEXPORT void JNICALL Java_Callbacks_00024Clears_callFromThread(JNIEnv *env, jclass type, jobject callback) {
  (void)type;
  pthread_t thread;
  (*env)->GetJavaVM(env, &vm);
  if (pthread_create(&thread, NULL, run, (*env)->NewGlobalRef(env, callback)) == 0) pthread_join(thread, NULL);
}

// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// JVMTI functions that walk or tag the heap, for TestJvmtiHeapWalk. Each throws an Error on a JVMTI error.
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static jvmtiEnv* jvmti;

static void check(JNIEnv* env, jvmtiError error, const char* what) {
  if (error != JVMTI_ERROR_NONE) {
    char text[100];
    snprintf(text, sizeof text, "%s: JVMTI error %d", what, (int)error);
    (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/Error"), text);
  }
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void* reserved) {
  jvmtiCapabilities wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.can_tag_objects = 1;
  if ((*vm)->GetEnv(vm, (void**)&jvmti, JVMTI_VERSION_1_2) != JNI_OK) {
    return JNI_ERR;
  }
  return (*jvmti)->AddCapabilities(jvmti, &wanted) == JVMTI_ERROR_NONE ? JNI_VERSION_1_8 : JNI_ERR;
}

JNIEXPORT void JNICALL Java_TestJvmtiHeapWalk_tag(JNIEnv* env, jclass test, jobject o, jlong tag) {
  check(env, (*jvmti)->SetTag(jvmti, o, tag), "SetTag");
}

JNIEXPORT jlong JNICALL Java_TestJvmtiHeapWalk_tagOf(JNIEnv* env, jclass test, jobject o) {
  jlong tag = 0;
  check(env, (*jvmti)->GetTag(jvmti, o, &tag), "GetTag");
  return tag;
}

// user_data: {objects, sum of their tags}
static jint JNICALL count_object(jlong class_tag, jlong size, jlong* tag, jint length, void* user_data) {
  jlong* const found = (jlong*)user_data;
  found[0]++;
  found[1] += *tag;
  return JVMTI_VISIT_OBJECTS;
}

static jint JNICALL count_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong class_tag,
                                    jlong referrer_class_tag, jlong size, jlong* tag, jlong* referrer_tag, jint length,
                                    void* user_data) {
  // An object is reported once for each reference to it: the sign of the tag says whether it was counted.
  if (class_tag == 1 && *tag >= 0) {
    count_object(class_tag, size, tag, length, user_data);
    *tag = -*tag - 1;
  }
  return JVMTI_VISIT_OBJECTS;
}

static jlongArray result(JNIEnv* env, const jlong* found) {
  jlongArray array = (*env)->NewLongArray(env, 2);
  (*env)->SetLongArrayRegion(env, array, 0, 2, found);
  return array;
}

JNIEXPORT jlongArray JNICALL Java_TestJvmtiHeapWalk_iterate(JNIEnv* env, jclass test, jclass of) {
  jlong found[2] = {0, 0};
  jvmtiHeapCallbacks callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.heap_iteration_callback = count_object;
  check(env, (*jvmti)->IterateThroughHeap(jvmti, 0, of, &callbacks, found), "IterateThroughHeap");
  return result(env, found);
}

// Counts the objects of the class with tag 1 that are reachable, and turns each tag t >= 0 of theirs into -t-1.
JNIEXPORT jlongArray JNICALL Java_TestJvmtiHeapWalk_follow(JNIEnv* env, jclass test) {
  jlong found[2] = {0, 0};
  jvmtiHeapCallbacks callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.heap_reference_callback = count_reference;
  check(env, (*jvmti)->FollowReferences(jvmti, 0, NULL, NULL, &callbacks, found), "FollowReferences");
  return result(env, found);
}

JNIEXPORT jint JNICALL Java_TestJvmtiHeapWalk_tagged(JNIEnv* env, jclass test, jlong tag) {
  jint count = 0;
  check(env, (*jvmti)->GetObjectsWithTags(jvmti, 1, &tag, &count, NULL, NULL), "GetObjectsWithTags");
  return count;
}

// SPDX-License-Identifier: Apache-2.0
// A loop of events that a signal does not end.
#include <errno.h>
#include <jni.h>
#include <sys/epoll.h>

JNIEXPORT jint JNICALL Java_Loops_make(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  return epoll_create1(EPOLL_CLOEXEC);
}

JNIEXPORT jint JNICALL Java_Loops_await(JNIEnv *env, jclass type, jint set) {
  (void)env, (void)type;
  struct epoll_event event;
  int count;
  do count = epoll_wait(set, &event, 1, -1);
  while (count < 0 && errno == EINTR);
  return count;
}

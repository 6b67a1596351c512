// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Stands in for HotSpot's header of this name: what the readers of the balancer's signals use of it.
#pragma once

class Atomic {
public:
  template <typename T> static T load(const volatile T* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
  template <typename T> static T load_acquire(const volatile T* at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
  template <typename T> static void store(volatile T* at, T value) { __atomic_store_n(at, value, __ATOMIC_RELAXED); }
  template <typename T> static void release_store(volatile T* at, T value) { __atomic_store_n(at, value, __ATOMIC_RELEASE); }
  template <typename T> static T fetch_then_add(volatile T* at, T value) { return __atomic_fetch_add(at, value, __ATOMIC_ACQ_REL); }
};

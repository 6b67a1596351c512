/*
 * Copyright (c) 2026, Spillway contributors. All rights reserved.
 * DO NOT ALTER OR REMOVE COPYRIGHT NOTICES OR THIS FILE HEADER.
 *
 * SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
 *
 * This code is free software; you can redistribute it and/or modify it
 * under the terms of the GNU General Public License version 2 only, as
 * published by the Free Software Foundation. It is distributed WITHOUT
 * ANY WARRANTY; see the LICENSE file that accompanied this code.
 */

#include "runtime/warm/warmLeftovers.hpp"
#include "classfile/javaClasses.inline.hpp"
#include "classfile/symbolTable.hpp"
#include "classfile/vmClasses.hpp"
#include "classfile/vmSymbols.hpp"
#include "gc/shared/collectedHeap.hpp"
#include "gc/shared/oopStorage.inline.hpp"
#include "gc/shared/oopStorageSet.hpp"
#include "gc/shared/workerThread.hpp"
#include "memory/iterator.inline.hpp"
#include "memory/resourceArea.hpp"
#include "memory/universe.hpp"
#include "oops/access.inline.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/objArrayKlass.hpp"
#include "oops/oop.inline.hpp"
#include "oops/stackChunkOop.inline.hpp"
#include "runtime/atomic.hpp"
#include "runtime/fieldDescriptor.inline.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmJdkClasses.hpp"
#include "runtime/warm/warmLocks.hpp"
#include "utilities/ostream.hpp"

static bool is_static_reference(int kind) {
  return kind == JVM_REF_getStatic || kind == JVM_REF_putStatic || kind == JVM_REF_invokeStatic;
}

// Direct method handles drop their check for initialisation once it has succeeded.
static bool is_handle_of_static_member(oop obj) {
  if (!java_lang_invoke_DirectMethodHandle::is_instance(obj)) {
    return false;
  }
  const oop member = java_lang_invoke_DirectMethodHandle::member(obj);
  const oop holder = member == nullptr ? nullptr : java_lang_invoke_MemberName::clazz(member);
  const Klass* klass = holder == nullptr ? nullptr : java_lang_Class::as_Klass(holder);
  if (klass == nullptr || !klass->is_instance_klass()) {
    return false;
  }
  const int kind = (java_lang_invoke_MemberName::flags(member) >> java_lang_invoke_MemberName::MN_REFERENCE_KIND_SHIFT) &
                   java_lang_invoke_MemberName::MN_REFERENCE_KIND_MASK;
  return is_static_reference(kind) && WarmClasses::runs_code(InstanceKlass::cast(klass));
}

// Finds a reference to what the test is true of.
template <typename Test>
class ReferenceFinder : public BasicOopIterateClosure {
  const Test   _test;
  const Klass* _found;

  template <typename T> void look_at(T* p) {
    const oop obj = RawAccess<>::oop_load(p);
    if (_found == nullptr && obj != nullptr && _test(obj)) {
      _found = obj->klass();
    }
  }

public:
  explicit ReferenceFinder(Test test) : _test(test), _found(nullptr) {}
  void do_oop(oop* p) override       { look_at(p); }
  void do_oop(narrowOop* p) override { look_at(p); }
  ReferenceIterationMode reference_iteration_mode() override { return DO_FIELDS; }

  const Klass* find_in(oop obj) {
    obj->oop_iterate(this);
    return _found;
  }
};

// Asked of each reference in the heap: what is quick, and nearly always false, comes first.
static bool is_stateless_instance(oop obj) {
  const Klass* klass = obj->klass();
  return klass->is_hidden() && klass->is_instance_klass() && WarmClasses::is_stateless(InstanceKlass::cast(klass)) &&
         WarmClasses::is_of_program(InstanceKlass::cast(klass));
}

// Call sites keep stateless instances for the next run. Whoever else has one, such as a queue of tasks, may run it then.
static const Klass* find_stateless_instance(oop obj) {
  if (obj->is_typeArray() || obj->klass()->name()->starts_with("java/lang/invoke/")) {
    return nullptr;
  }
  return ReferenceFinder<bool (*)(oop)>(is_stateless_instance).find_in(obj);
}

static bool is_mirror_of_initializing_class(oop obj) {
  const Klass* klass = java_lang_Class::is_instance(obj) ? java_lang_Class::as_Klass(obj) : nullptr;
  return klass != nullptr && klass->is_instance_klass() && WarmClasses::runs_code(InstanceKlass::cast(klass));
}

// Such a handle has no check at all: it is made when the class is initialised.
static bool is_variable_handle_of_static_field(oop obj) {
  const Symbol* name = obj->klass()->name();
  return name->starts_with("java/lang/invoke/VarHandle") &&
         (name->ends_with("$FieldStaticReadOnly") || name->ends_with("$FieldStaticReadWrite")) &&
         ReferenceFinder<bool (*)(oop)>(is_mirror_of_initializing_class).find_in(obj) != nullptr;
}

// Whoever wants it next waits for ever.
static bool is_lock_of_ended_thread(oop obj) {
  if (!obj->klass()->is_subclass_of(vmClasses::java_util_concurrent_locks_AbstractOwnableSynchronizer_klass())) {
    return false;
  }
  const oop owner = java_util_concurrent_locks_AbstractOwnableSynchronizer::get_owner_threadObj(obj);
  return owner != nullptr && !java_lang_Thread::is_alive(owner);
}

static bool is_ended_thread(oop obj) {
  return obj->klass()->is_subclass_of(vmClasses::Thread_klass()) && !java_lang_Thread::is_alive(obj);
}

// Ended threads stay in the queue of the lock for which they waited, and whoever comes behind them waits for ever.
static bool is_queued_ended_thread(oop obj) {
  const Symbol* name = obj->klass()->name();
  return name->ends_with("Node") && name->starts_with("java/util/concurrent/locks/") &&
         ReferenceFinder<bool (*)(oop)>(is_ended_thread).find_in(obj) != nullptr;
}

bool WarmLeftovers::is_leftover(oop obj) {
  const Klass* klass = obj->klass();
  if (klass->is_objArray_klass()) {
    klass = ObjArrayKlass::cast(klass)->bottom_klass();
  }
  if (!klass->is_instance_klass()) {
    return false;
  }
  const InstanceKlass* ik = InstanceKlass::cast(klass);
  if (WarmClasses::is_of_program(ik)) {
    return obj->is_objArray() || !WarmClasses::is_stateless(ik);
  }
  return obj->is_instance() && (is_handle_of_static_member(obj) || is_variable_handle_of_static_field(obj) || is_lock_of_ended_thread(obj) ||
                               is_queued_ended_thread(obj));
}

// The class of what the object is, or holds, of the past run; null if it is nothing.
static const Klass* find_leftover(oop obj) {
  const bool is_parked_thread = obj->is_stackChunk() && !stackChunkOopDesc::cast(obj)->is_empty();
  return is_parked_thread || WarmLocks::is_orphaned(obj) || WarmLeftovers::is_leftover(obj) ? obj->klass() : find_stateless_instance(obj);
}

// Looks at all objects with the collector's threads, if it has some.
class WarmLeftoverSearch : public WorkerTask {
  class Closure : public ObjectClosure {
    volatile bool* const _found;
  public:
    explicit Closure(volatile bool* found) : _found(found) {}
    void do_object(oop obj) override {
      if (find_leftover(obj) != nullptr) {
        Atomic::store(_found, true);
      }
    }
  };

  ParallelObjectIterator _objects;
  volatile bool          _found;

public:
  explicit WarmLeftoverSearch(uint num_workers) : WorkerTask("WarmLeftoverSearch"), _objects(num_workers), _found(false) {}

  void work(uint worker) override {
    Closure closure(&_found);
    _objects.object_iterate(&closure, worker);
  }

  // True if there is one, or the collector has no such threads. For nearly every server this is all.
  static bool may_find() {
    WorkerThreads* const workers = Universe::heap()->safepoint_workers();
    if (workers == nullptr) {
      return true;
    }
    WithActiveWorkers all(workers, workers->max_workers());
    WarmLeftoverSearch search(workers->active_workers());
    workers->run_task(&search);
    return search._found;
  }
};

// Counts by class; enough of them to find out where they come from.
class WarmLeftoverCounter : public ObjectClosure {
  static const int MaxKinds = 3;
  const Klass* _kinds[MaxKinds];
  int          _counts[MaxKinds];
  int          _num_kinds = 0;
  int          _others = 0;

  void count(const Klass* klass) {
    int i = 0;
    while (i < _num_kinds && _kinds[i] != klass) {
      i++;
    }
    if (i == MaxKinds) {
      _others++;
      return;
    }
    if (i == _num_kinds) {
      _kinds[_num_kinds] = klass;
      _counts[_num_kinds++] = 0;
    }
    _counts[i]++;
  }

public:
  void do_object(oop obj) override {
    const Klass* const klass = find_leftover(obj);
    if (klass != nullptr) {
      count(klass);
    }
  }

  bool has_found() const { return _num_kinds > 0; }

  void print_on(outputStream* st) const {
    for (int i = 0; i < _num_kinds; i++) {
      st->print("%s%d of %s", i == 0 ? "" : ", ", _counts[i], _kinds[i]->external_name());
    }
    if (_others > 0) {
      st->print(" and %d of other classes", _others);
    }
  }
};

static bool is_class_of_program(const Klass* klass) {
  return klass != nullptr && klass->is_instance_klass() && WarmClasses::is_of_program(InstanceKlass::cast(klass));
}

// Names what refers to objects of the past run from outside of it.
class WarmHolderPrinter : public ObjectClosure {
  static const int MaxHolders = 4;
  outputStream* const _st;
  const Klass*        _holders[MaxHolders];
  int                 _num_holders = 0;
  oop                 _last = nullptr;

  bool is_new(const Klass* holder) {
    for (int i = 0; i < _num_holders; i++) {
      if (_holders[i] == holder) {
        return false;
      }
    }
    return _num_holders < MaxHolders;
  }

public:
  explicit WarmHolderPrinter(outputStream* st) : _st(st) {}
  oop last() const { return _last; }

  void do_object(oop obj) override {
    const Klass* const mirrored = java_lang_Class::is_instance(obj) ? java_lang_Class::as_Klass(obj) : nullptr;
    if (WarmLeftovers::is_leftover(obj) || is_class_of_program(mirrored) ||
        ReferenceFinder<bool (*)(oop)>(WarmLeftovers::is_leftover).find_in(obj) == nullptr) {
      return;
    }
    const Klass* const holder = mirrored != nullptr ? mirrored : obj->klass();
    if (is_new(holder)) {
      _holders[_num_holders++] = holder;
      _last = obj;
      _st->print("%s%s%s", _num_holders == 1 ? ", held by " : " and ", mirrored != nullptr ? "class " : "", holder->external_name());
    }
  }
};

// Finds an object that refers to another.
class WarmReferrerFinder : public ObjectClosure {
  const oop _target;
  oop       _found = nullptr;

public:
  explicit WarmReferrerFinder(oop target) : _target(target) {}
  void do_object(oop obj) override {
    const oop target = _target;
    auto is_target = [target](oop other) { return other == target; };
    if (_found == nullptr && obj != target && ReferenceFinder<decltype(is_target)>(is_target).find_in(obj) != nullptr) {
      _found = obj;
    }
  }
  oop found() const { return _found; }
};

// Names one chain of objects from a holder towards a root. Only a server that ends pays for it.
static void print_chain(oop holder, outputStream* st) {
  static const int MaxLinks = 5;
  for (int i = 0; i < MaxLinks && holder != nullptr && !java_lang_Class::is_instance(holder); i++) {
    WarmReferrerFinder finder(holder);
    Universe::heap()->object_iterate(&finder);
    holder = finder.found();
    if (holder != nullptr) {
      const Klass* const mirrored = java_lang_Class::is_instance(holder) ? java_lang_Class::as_Klass(holder) : nullptr;
      st->print(" < %s%s", mirrored != nullptr ? "class " : "", (mirrored != nullptr ? mirrored : holder->klass())->external_name());
    }
  }
}

// Tells whether a table of the VM itself has objects of the past run.
class WarmLeftoverTest : public OopClosure {
  bool _found = false;

public:
  void do_oop(oop* p) override {
    const oop obj = RawAccess<>::oop_load(p);
    _found = _found || (obj != nullptr && WarmLeftovers::is_leftover(obj));
  }
  void do_oop(narrowOop* p) override { ShouldNotReachHere(); }

  bool found() const { return _found; }
};

static void print_tables_with_leftovers(outputStream* st) {
  for (OopStorage* table : OopStorageSet::Range<OopStorageSet::StrongId>()) {
    WarmLeftoverTest test;
    table->oops_do(&test);
    if (test.found()) {
      st->print(", in the VM's table %s", table->name());
    }
  }
}

void WarmLeftovers::print_on(outputStream* st) {
  ResourceMark rm;
  WarmJdkClasses::remember_answers();
  if (!WarmLeftoverSearch::may_find()) {
    return;
  }
  WarmLeftoverCounter counter;
  Universe::heap()->object_iterate(&counter);
  counter.print_on(st);
  if (counter.has_found()) {
    WarmHolderPrinter holders(st);
    Universe::heap()->object_iterate(&holders);
    print_chain(holders.last(), st);
    print_tables_with_leftovers(st);
  }
}

class WarmDescriptorFinder : public ObjectClosure {
  GrowableArrayCHeap<int, mtThread>* const _numbers;

public:
  explicit WarmDescriptorFinder(GrowableArrayCHeap<int, mtThread>* numbers) : _numbers(numbers) {}

  void do_object(oop obj) override {
    const Symbol* name = obj->klass()->name();
    if (name->equals("java/io/FileDescriptor")) {
      fieldDescriptor fd;
      if (InstanceKlass::cast(obj->klass())->find_local_field(SymbolTable::probe("fd", 2), vmSymbols::int_signature(), &fd)) {
        _numbers->append(obj->int_field(fd.offset()));
      }
    } else if (name->starts_with("sun/nio/") && name->ends_with("SelectorImpl")) {
      _numbers->append(WarmLeftovers::SomeSelector);
    }
  }
};

void WarmLeftovers::add_descriptors(GrowableArrayCHeap<int, mtThread>* numbers) {
  WarmDescriptorFinder finder(numbers);
  Universe::heap()->object_iterate(&finder);
}

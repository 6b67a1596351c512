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

#include "runtime/warm/warmCode.hpp"
#include "ci/ciConstant.hpp"
#include "ci/ciEnv.hpp"
#include "classfile/javaClasses.inline.hpp"
#include "code/codeCache.hpp"
#include "code/nmethod.hpp"
#include "code/oopRecorder.hpp"
#include "compiler/compileTask.hpp"
#include "logging/log.hpp"
#include "memory/iterator.hpp"
#include "memory/resourceArea.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/method.inline.hpp"
#include "runtime/deoptimization.hpp"
#include "runtime/frame.inline.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/javaThread.inline.hpp"
#include "runtime/jniHandles.hpp"
#include "runtime/mutexLocker.hpp"
#include "runtime/safepointVerifiers.hpp"
#include "runtime/stackFrameStream.inline.hpp"
#include "runtime/threadSMR.inline.hpp"
#include "runtime/warm/warmCalls.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmFolds.hpp"
#include "runtime/warm/warmLeftovers.hpp"
#include "runtime/warm/warmWorkers.hpp"
#include "utilities/growableArray.hpp"
#include "utilities/resourceHash.hpp"

WarmNeeds::WarmNeeds(nmethod* nm)
  : _nm(nm), _classes(nullptr), _num_classes(0), _folds(nullptr), _num_folds(0), _is_of_one_run(false), _awaited(nullptr), _next(nullptr) {}

WarmNeeds::~WarmNeeds() {
  FREE_C_HEAP_ARRAY(WarmFold, _folds);
  FREE_C_HEAP_ARRAY(InstanceKlass*, _classes);
}

void WarmNeeds::set_classes(const GrowableArray<InstanceKlass*>* classes) {
  _num_classes = classes->length();
  _classes = NEW_C_HEAP_ARRAY(InstanceKlass*, _num_classes, mtCode);
  for (int i = 0; i < _num_classes; i++) {
    _classes[i] = classes->at(i);
  }
}

InstanceKlass* WarmNeeds::first_uninitialized() const {
  for (int i = 0; i < _num_classes; i++) {
    if (!_classes[i]->is_initialized()) {
      return _classes[i];
    }
  }
  return nullptr;
}

bool WarmNeeds::numbers_hold() const {
  bool hold = true;
  for (int i = 0; i < _num_folds; i++) {
    if (!_folds[i].holds()) {
      WarmFolds::never_again(_folds[i]);
      hold = false;
    }
  }
  return hold;
}

// Waiting code by the first class that is missing.
using WaitingTable = ResourceHashtable<InstanceKlass*, WarmNeeds*, 4099, AnyObj::C_HEAP, mtCode>;
using NeedsTable = ResourceHashtable<nmethod*, WarmNeeds*, 16381, AnyObj::C_HEAP, mtCode>;
static WaitingTable* _waiting = nullptr;
static NeedsTable* _needs = nullptr;

// Ids of compilations that came across constants of one run.
static GrowableArrayCHeap<int, mtCode>* _of_one_run = nullptr;

// Numbers that compilations which are not installed yet came across.
static GrowableArrayCHeap<WarmFold, mtCode>* _folds = nullptr;

static int _num_linked = 0;

// Protects them all.
static Mutex* _lock = nullptr;

void WarmCode::initialize() {
  _waiting = new (mtCode) WaitingTable();
  _needs = new (mtCode) NeedsTable();
  _of_one_run = new GrowableArrayCHeap<int, mtCode>();
  _folds = new GrowableArrayCHeap<WarmFold, mtCode>();
  // Taken by a collection that unloads code, like NMethodState_lock.
  _lock = new Mutex(Mutex::nosafepoint - 4, "WarmCode_lock");
}

static WarmNeeds* needs_of(nmethod* nm) {
  assert_locked_or_safepoint(_lock);
  WarmNeeds** needs = _needs->get(nm);
  return needs == nullptr ? nullptr : *needs;
}

static WarmNeeds* ensure_needs_of(nmethod* nm) {
  bool created;
  WarmNeeds** needs = _needs->put_if_absent(nm, nullptr, &created);
  if (created) {
    *needs = new WarmNeeds(nm);
  }
  return *needs;
}

void WarmCode::note_of_one_run(const CompileTask* task) {
  if (task != nullptr) {
    MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
    _of_one_run->append_if_missing(task->compile_id());
  }
}

void WarmCode::note_of_one_run(const CompileTask* task, InstanceKlass* klass, int offset, const ciConstant& value) {
  if (!is_java_primitive(ciConstant(value).basic_type())) {
    note_of_one_run(task);
  } else if (task != nullptr) {
    MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
    WarmFolds::note(_folds, task->compile_id(), klass, offset, value);
  }
}

// Initialised classes, each once.
class InitializedClasses : public MetadataClosure {
  GrowableArray<InstanceKlass*> _classes;

public:
  void add(Klass* klass) {
    if (klass->is_instance_klass() && InstanceKlass::cast(klass)->is_initialized() &&
        WarmClasses::runs_code(InstanceKlass::cast(klass))) {
      _classes.append_if_missing(InstanceKlass::cast(klass));
    }
  }
  void do_metadata(Metadata* m) override {
    if (m != nullptr && m->is_klass()) {
      add(static_cast<Klass*>(m));
    }
  }
  const GrowableArray<InstanceKlass*>* classes() const { return &_classes; }
};

void WarmCode::prepare(ciEnv* env) {
  ResourceMark rm;
  // All this compilation came across: those whose initialisation it relies upon, and a few more.
  InitializedClasses seen;
  env->metadata_do(&seen);
  for (int i = 0; i < seen.classes()->length(); i++) {
    // Code with an oop in its table is unloaded with the loader of that class.
    env->oop_recorder()->find_index(JNIHandles::make_local(seen.classes()->at(i)->java_mirror()));
  }
}

// What prepare() put into the table, and mirrors of classes the compiler came to know by folding method handles: statics
// are at constant offsets in mirrors. What is not in the table could be unloaded before the code.
static void add_mirrors(InitializedClasses* classes, nmethod* nm) {
  for (const oop* p = nm->oops_begin(); p < nm->oops_end(); p++) {
    const oop obj = *p;
    if (obj != nullptr && obj != Universe::non_oop_word() && java_lang_Class::is_instance(obj) &&
        !java_lang_Class::is_primitive(obj)) {
      classes->add(java_lang_Class::as_Klass(obj));
    }
  }
}

void WarmCode::record(nmethod* nm, ciEnv* env) {
  ResourceMark rm;
  InitializedClasses classes;
  add_mirrors(&classes, nm);
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  const bool of_one_run = _of_one_run->contains(env->task()->compile_id());
  if (of_one_run) {
    _of_one_run->remove(env->task()->compile_id());
  }
  int num_folds = 0;
  WarmFold* folds = WarmFolds::take(_folds, env->task()->compile_id(), &num_folds);
  if (of_one_run || num_folds > 0 || classes.classes()->is_nonempty()) {
    WarmNeeds* needs = ensure_needs_of(nm);
    needs->set_classes(classes.classes());
    needs->set_folds(folds, num_folds);
    if (of_one_run) {
      needs->set_of_one_run();
    }
  }
}

void WarmCode::note_patched(address pc) {
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  ensure_needs_of(CodeCache::find_nmethod(pc))->set_of_one_run();
}

static void await(WarmNeeds* needs, InstanceKlass* klass) {
  bool created;
  WarmNeeds** head = _waiting->put_if_absent(klass, nullptr, &created);
  needs->set_awaited(klass);
  needs->set_next(*head);
  *head = needs;
}

void WarmCode::forget(nmethod* nm) {
  MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
  WarmNeeds* needs = needs_of(nm);
  if (needs == nullptr) {
    return;
  }
  if (needs->awaited() != nullptr) {
    WarmNeeds** head = _waiting->get(needs->awaited());
    if (*head == needs) {
      *head = needs->next();
      if (*head == nullptr) {
        _waiting->remove(needs->awaited());
      }
    } else {
      WarmNeeds* previous = *head;
      while (previous->next() != needs) {
        previous = previous->next();
      }
      previous->set_next(needs->next());
    }
  }
  _needs->remove(nm);
  delete needs;
}

static bool has_leftovers(nmethod* nm) {
  for (const oop* p = nm->oops_begin(); p < nm->oops_end(); p++) {
    const oop obj = *p;
    // Nearly all are mirrors.
    if (obj != nullptr && obj != Universe::non_oop_word() && !java_lang_Class::is_instance(obj) && WarmLeftovers::is_leftover(obj)) {
      return true;
    }
  }
  return false;
}

// Frames, such as those of a thread of the JDK that ran code of the program, go on in the interpreter.
static void leave_stale_code() {
  for (JavaThreadIteratorWithHandle jtiwh; JavaThread* thread = jtiwh.next(); ) {
    if (!thread->has_last_Java_frame()) {
      continue;
    }
    for (StackFrameStream frames(thread, false /* update */, true /* process_frames */); !frames.is_done(); frames.next()) {
      nmethod* nm = frames.current()->is_compiled_frame() ? frames.current()->cb()->as_nmethod() : nullptr;
      const WarmNeeds* needs = nm == nullptr ? nullptr : needs_of(nm);
      if (needs != nullptr && (needs->awaited() != nullptr || !nm->is_in_use())) {
        Deoptimization::deoptimize(thread, *frames.current());
      }
    }
  }
}

enum class CodeState : char { unused, kept, waits, dropped };

static CodeState state_of(nmethod* nm) {
  // Calls have to look anew for the code of their method, which may be code that waits now.
  WarmCalls::clear(nm);
  if (!nm->is_in_use()) {
    return CodeState::unused;
  }
  const WarmNeeds* needs = needs_of(nm);
  const bool misses = needs != nullptr && needs->first_uninitialized() != nullptr;
  const bool stale = (needs != nullptr && needs->is_of_one_run()) || (misses && nm->is_osr_method());
  return stale || has_leftovers(nm) ? CodeState::dropped : misses ? CodeState::waits : CodeState::kept;
}

void WarmCode::park() {
  _of_one_run->clear();
  _folds->clear();
  GrowableArray<nmethod*> code(10000);
  NMethodIterator iter(NMethodIterator::not_unloading);
  while (iter.next()) {
    code.append(iter.method());
  }
  GrowableArray<CodeState> states(code.length(), code.length(), CodeState::unused);
  const auto all = &code;
  const auto found = &states;
  warm_do_all(code.length(), [=](int i) { found->at_put(i, state_of(all->at(i))); });
  int counts[4] = {};
  for (int i = 0; i < code.length(); i++) {
    nmethod* const nm = code.at(i);
    counts[static_cast<int>(states.at(i))]++;
    if (states.at(i) == CodeState::dropped) {
      nm->make_not_used();
    } else if (states.at(i) == CodeState::waits && needs_of(nm)->awaited() == nullptr) {
      nm->unlink_from_method();
      MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
      await(needs_of(nm), needs_of(nm)->first_uninitialized());
    }
  }
  leave_stale_code();
  log_info(class, init)("compiled code: %d kept, %d waiting for classes, %d dropped; %d linked again during the run",
                        counts[static_cast<int>(CodeState::kept)], counts[static_cast<int>(CodeState::waits)],
                        counts[static_cast<int>(CodeState::dropped)], _num_linked);
  _num_linked = 0;
}

static bool is_better(const nmethod* code, const nmethod* other) {
  // Level 1 and 4 are final, 2 and 3 are not.
  const bool is_final = code->comp_level() == CompLevel_simple || code->comp_level() == CompLevel_full_optimization;
  const bool other_is_final = other->comp_level() == CompLevel_simple || other->comp_level() == CompLevel_full_optimization;
  return is_final && !other_is_final;
}

static void link(const WarmNeeds* needs, JavaThread* current) {
  nmethod* const nm = needs->code();
  methodHandle method(current, nm->method());
  MutexLocker ml(NMethodState_lock, Mutex::_no_safepoint_check_flag);
  if (!nm->is_in_use() || nm->is_unloading()) {
    return;
  }
  if (!needs->numbers_hold()) {
    nm->make_not_used();
    return;
  }
  nmethod* present = method->code();
  if (present != nullptr && !is_better(nm, present)) {
    nm->make_not_used();
    return;
  }
  if (present != nullptr) {
    present->make_not_used();
  }
  Method::set_code(method, nm);
}

void WarmCode::class_initialized(InstanceKlass* klass, JavaThread* current) {
  // No safepoint, so that what is ready cannot be unloaded before it is linked.
  NoSafepointVerifier nsv;
  WarmNeeds* ready = nullptr;
  {
    MutexLocker ml(_lock, Mutex::_no_safepoint_check_flag);
    WarmNeeds** head = _waiting->get(klass);
    WarmNeeds* needs = head == nullptr ? nullptr : *head;
    if (head != nullptr) {
      _waiting->remove(klass);
    }
    while (needs != nullptr) {
      WarmNeeds* next = needs->next();
      InstanceKlass* missing = needs->first_uninitialized();
      if (missing != nullptr) {
        await(needs, missing);
      } else {
        needs->set_awaited(nullptr);
        needs->set_next(ready);
        ready = needs;
        _num_linked++;
      }
      needs = next;
    }
  }
  while (ready != nullptr) {
    WarmNeeds* next = ready->next();
    link(ready, current);
    ready = next;
  }
}

size_t WarmCode::malloced_bytes() {
  MutexLocker ml(CodeCache_lock, Mutex::_no_safepoint_check_flag);
  size_t bytes = 0;
  NMethodIterator code(NMethodIterator::all);
  while (code.next()) {
    bytes += (size_t)code.method()->immutable_data_size() + (size_t)code.method()->mutable_data_size();
  }
  return bytes;
}

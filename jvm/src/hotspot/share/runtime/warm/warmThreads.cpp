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

#include "runtime/warm/warmThreads.hpp"
#include "classfile/classLoaderDataGraph.hpp"
#include "classfile/javaClasses.hpp"
#include "code/codeBlob.hpp"
#include "code/nmethod.hpp"
#include "logging/log.hpp"
#include "memory/iterator.hpp"
#include "memory/resourceArea.hpp"
#include "memory/universe.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.hpp"
#include "oops/objArrayOop.inline.hpp"
#include "oops/oop.inline.hpp"
#include "oops/oopHandle.inline.hpp"
#include "runtime/atomic.hpp"
#include "runtime/deoptimization.hpp"
#include "runtime/handshake.hpp"
#include "runtime/interfaceSupport.inline.hpp"
#include "runtime/javaThread.inline.hpp"
#include "runtime/mutexLocker.hpp"
#include "runtime/objectMonitor.hpp"
#include "runtime/osThread.hpp"
#include "runtime/park.hpp"
#include "runtime/stackFrameStream.inline.hpp"
#include "runtime/threadSMR.inline.hpp"
#include "runtime/threads.hpp"
#include "runtime/vframe.inline.hpp"
#include "runtime/vmThread.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmJdkClasses.hpp"
#include "runtime/warm/warmOperation.hpp"
#include "runtime/warm/warmPlaces.hpp"
#include "runtime/warm/warmServer.hpp"
#include "utilities/growableArray.hpp"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const jint  NoCode = -1;
static const jlong HaltPollNanos = NANOSECS_PER_MILLISEC / 20;

static OopHandle    _end;
static const Klass* _end_class = nullptr;
static int          _event = -1;
static volatile bool _armed = false;
static volatile jint _exit_code = NoCode;

void WarmThreads::arm(oop end, int event) {
  assert(_end.is_empty(), "once");
  _end = OopHandle(Universe::vm_global(), end);
  _end_class = end->klass();
  _event = event;
  _armed = true;
}

void WarmThreads::disarm() {
  _armed = false;
}

bool WarmThreads::is_end(const Klass* exception) {
  return exception == _end_class && exception != nullptr;
}

static void tell(int event) {
  const uint64_t one = 1;
  while (::write(event, &one, sizeof one) < 0 && errno == EINTR) {}
}

bool WarmThreads::halt(JavaThread* current, jint code) {
  if (!_armed) {
    return false;
  }
  // An exit status has eight bits.
  if (Atomic::cmpxchg(&_exit_code, NoCode, code & 0xff) == NoCode && _event != -1) {
    tell(_event);
  }
  // Were it to end at once, whoever joins it would go on.
  while (!current->has_async_exception_condition()) {
    ThreadBlockInVM blocked(current);
    os::naked_short_nanosleep(HaltPollNanos);
  }
  return true;
}

jint WarmThreads::take_exit_code() {
  return Atomic::xchg(&_exit_code, NoCode);
}

static void tell_to_end(JavaThread* thread) {
  OopHandle exception(Universe::vm_global(), _end.resolve());
  Handshake::execute(new AsyncExceptionHandshake(exception), thread);
}

// Of the calling thread.
static THREAD_LOCAL WarmInitialization* _outermost = nullptr;

WarmInitialization::WarmInitialization(const InstanceKlass* klass, JavaThread* current)
  : _thread(current), _is_outermost(WarmServer && _outermost == nullptr && !WarmClasses::is_of_program(klass)), _has_deferred(false) {
  if (_is_outermost) {
    _outermost = this;
  }
}

WarmInitialization::~WarmInitialization() {
  if (_is_outermost) {
    _outermost = nullptr;
    if (_has_deferred) {
      tell_to_end(_thread);
    }
  }
}

bool WarmInitialization::defers_end() {
  if (_outermost != nullptr) {
    _outermost->_has_deferred = true;
  }
  return _outermost != nullptr;
}

static void do_nothing(int) {}

// Interrupts a system call. The JDK's blocking ones return to Java code then, most of them.
static void wake(JavaThread* target) {
  const int number = SIGRTMAX - 2;  // what java.nio interrupts its threads with
  struct sigaction action;
  if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
    memset(&action, 0, sizeof action);
    action.sa_handler = do_nothing;
    sigaction(number, &action, nullptr);
  }
  pthread_kill(target->osthread()->pthread_id(), number);
}

// Those that wait for child processes serve every program. Other threads of the JDK's own kind run what a program gave them, as cleaners do.
static bool is_process_reaper(JavaThread* thread) {
  return thread->threadObj()->klass()->name()->equals("jdk/internal/misc/InnocuousThread") &&
         strncmp(thread->name(), "process reaper", strlen("process reaper")) == 0;
}

bool WarmThreads::is_reaping(JavaThread* thread) {
  if (thread->threadObj() == nullptr || !thread->has_last_Java_frame() || !is_process_reaper(thread)) {
    return false;
  }
  vframeStream frames(thread);
  if (frames.at_end() || !WarmPlaces::is_waiting_method(frames.method())) {
    return true;
  }
  for (; !frames.at_end(); frames.next()) {
    if (WarmClasses::is_of_program(frames.method()->method_holder())) {
      return true;
    }
  }
  return false;
}

// Their virtual threads come and go, and the VM suspends none in the middle of that.
static bool is_carrier(JavaThread* thread) {
  return thread->threadObj()->klass()->name()->equals("jdk/internal/misc/CarrierThread");
}

// Threads that are about to run the initialiser of a class that outlives the run, of which there is no frame yet: an exception
// there would leave the class in error for good.
class WarmInitializingThreads : private KlassClosure {
  GrowableArray<InstanceKlass*> _classes;
  bool                          _looked = false;

  void do_klass(Klass* k) override {
    if (k->is_instance_klass() && InstanceKlass::cast(k)->is_being_initialized() && !WarmClasses::is_of_program(InstanceKlass::cast(k))) {
      _classes.append(InstanceKlass::cast(k));
    }
  }

public:
  // Most safepoints have no thread of which this is asked.
  bool contains(JavaThread* thread) {
    if (!_looked) {
      ClassLoaderDataGraph::classes_do(this);
      _looked = true;
    }
    for (InstanceKlass* klass : _classes) {
      if (klass->is_reentrant_initialization(thread)) {
        return true;
      }
    }
    return false;
  }
};

static bool owns_monitor(JavaThread* thread) {
  if (!thread->has_last_Java_frame()) {
    return false;
  }
  ResourceMark rm;
  HandleMark hm(Thread::current());
  RegisterMap map(thread, RegisterMap::UpdateMap::include, RegisterMap::ProcessFrames::include, RegisterMap::WalkContinuation::skip);
  for (javaVFrame* frame = thread->last_java_vframe(&map); frame != nullptr; frame = frame->java_sender()) {
    if (!frame->locked_monitors()->is_empty()) {
      return true;
    }
  }
  return false;
}

// Code of the program's own is where a thread can end; it is met soon if it asks at every bytecode.
static void interpret_program(JavaThread* thread) {
  if (!thread->has_last_Java_frame()) {
    return;
  }
  for (StackFrameStream frames(thread, true /* update */, true /* process_frames */); !frames.is_done(); frames.next()) {
    const CodeBlob* const code = frames.current()->cb();
    const nmethod* const compiled = code == nullptr ? nullptr : code->as_nmethod_or_null();
    if (compiled != nullptr && WarmPlaces::is_of_program_itself(compiled->method()->method_holder())) {
      if (frames.current()->can_be_deoptimized()) {
        Deoptimization::deoptimize(thread, *frames.current());
      }
      return;
    }
  }
}

// Keeps a thread where it can end and nobody waits for it, as soon as it comes there. For a short while at a time, since a handshake keeps others waiting.
class WarmHold : public AsyncHandshakeClosure {
  typedef GrowableArrayCHeap<JavaThread*, mtThread> Threads;

  static const jlong  HoldNanos = NANOSECS_PER_MILLISEC;
  // Asking makes calls of the JDK slow, so most of the time nobody is asked, and threads come out of them.
  static const jlong  AskNanos = NANOSECS_PER_MILLISEC / 2;
  static const jlong  AskAgainNanos = 3 * AskNanos;
  static volatile int _holding;  // number of the present turn, or 0
  static int          _turns;
  static jlong        _again;    // when threads are asked again
  static Threads      _asked;    // since they were last; only compared

  const int   _turn;
  const jlong _until;
  const bool  _holds;

  WarmHold(int turn, jlong until, bool holds) : AsyncHandshakeClosure("WarmHold"), _turn(turn), _until(until), _holds(holds) {}

public:
  bool is_suspend() override { return true; }

  void do_thread(Thread* thread) override {
    JavaThread* const current = JavaThread::cast(thread);
    if (Atomic::load(&_holding) != _turn || current->has_async_exception_condition()) {
      return;
    }
    const bool holds = _holds || (WarmPlaces::can_end(current) && !owns_monitor(current));
    if (holds) {
      const JavaThreadState state = current->thread_state();
      current->set_thread_state(_thread_blocked);
      os::naked_short_nanosleep(HoldNanos);
      current->set_thread_state(state);
    }
    if (holds || os::javaTimeNanos() < _until) {
      Handshake::execute(new WarmHold(_turn, _until, holds), current);
    }
  }

  // At a safepoint.
  static void hold(JavaThread* thread, bool is_busy) {
    if (_asked.contains(thread)) {
      return;
    }
    _asked.append(thread);
    if (is_busy) {
      interpret_program(thread);
    }
    Handshake::execute(new WarmHold(_turns, os::javaTimeNanos() + AskNanos, false), thread);
  }

  // At a safepoint, before threads are held.
  static void begin_round() {
    const jlong now = os::javaTimeNanos();
    const bool begins = _holding == 0;
    if (begins) {
      Atomic::store(&_holding, ++_turns);
    }
    if (begins || now >= _again) {
      _again = now + AskAgainNanos;
      _asked.clear();
    }
  }

  static void release_all() { Atomic::store(&_holding, 0); }
};

volatile int WarmHold::_holding = 0;
int WarmHold::_turns = 0;
jlong WarmHold::_again = 0;
WarmHold::Threads WarmHold::_asked;

class VM_WarmEnd : public VM_WarmOperation {
  const objArrayHandle       _kept;
  GrowableArray<JavaThread*> _ending;   // could end now
  GrowableArray<JavaThread*> _busy;     // could not
  bool                       _ended;
  bool                       _waiting;  // a busy one waits for a class that another one initialises

  bool is_kept(oop thread) const {
    for (int i = 0; i < _kept->length(); i++) {
      if (_kept->obj_at(i) == thread) {
        return true;
      }
    }
    return false;
  }

  void find_ending() {
    WarmInitializingThreads initializing;
    for (JavaThreadIteratorWithHandle all; JavaThread* thread = all.next(); ) {
      const oop object = thread->threadObj();
      if (object == nullptr || thread->is_exiting() || thread->is_hidden_from_external_view() || is_kept(object) || is_process_reaper(thread)) {
        continue;
      }
      if (!thread->has_async_exception_condition() && (initializing.contains(thread) || !WarmPlaces::can_end(thread))) {
        log_info(os, thread)("thread \"%s\" cannot end in %s", thread->name(), vframeStream(thread).method()->external_name());
        _busy.append(thread);
        _waiting = _waiting || thread->class_to_be_initialized() != nullptr;
      } else {
        _ending.append(thread);
      }
    }
  }

  // Those that could end wait where they are for those that are busy.
  static void hold_all(const GrowableArray<JavaThread*>& threads, bool are_busy) {
    for (JavaThread* thread : threads) {
      if (!thread->has_async_exception_condition() && !is_carrier(thread)) {
        WarmHold::hold(thread, are_busy);
      }
    }
  }

  static void end(JavaThread* thread) {
    tell_to_end(thread);
    // Wakes one that waits.
    java_lang_Thread::set_interrupted(thread->threadObj(), true);
    thread->interrupt();
    // The one that unblocks virtual threads waits for nothing else. Whoever else is woken so waits again.
    if (ParkEvent* const unblocker = ObjectMonitor::vthread_unparker_ParkEvent()) {
      unblocker->unpark();
    }
  }

public:
  explicit VM_WarmEnd(objArrayHandle kept) : _kept(kept), _ending(16, mtThread), _busy(16, mtThread), _ended(false), _waiting(false) {}
  bool ended() const { return _ended; }
  const char* name() const override { return "WarmEnd"; }

  void doit() override {
    ResourceMark rm;
    WarmJdkClasses::remember_answers();
    ThreadsListHandle all;
    find_ending();
    _ended = _busy.is_empty();
    if (_ended || _waiting) {
      WarmHold::release_all();
    } else {
      WarmHold::begin_round();
      hold_all(_ending, false);
      hold_all(_busy, true);
    }
    for (int i = 0; _ended && i < _ending.length(); i++) {
      JavaThread* const thread = _ending.at(i);
      if (!thread->has_async_exception_condition()) {
        end(thread);
      }
      if (thread->thread_state() == _thread_in_native) {
        wake(thread);
      }
    }
  }
};

bool WarmThreads::end_all_but(objArrayHandle kept, JavaThread* current) {
  assert(_armed, "must be");
  VM_WarmEnd operation(kept);
  VMThread::execute(&operation);
  return operation.ended();
}

struct WarmHashState {
  jint w, x, y, z;
};

static WarmHashState _main_hash_state;

void WarmThreads::remember_main(const JavaThread* current) {
  _main_hash_state = WarmHashState{current->_hashStateW, current->_hashStateX, current->_hashStateY, current->_hashStateZ};
}

void WarmThreads::become_main(JavaThread* current) {
  WarmPlaces::remember_main(current);
  current->_hashStateW = _main_hash_state.w;
  current->_hashStateX = _main_hash_state.x;
  current->_hashStateY = _main_hash_state.y;
  current->_hashStateZ = _main_hash_state.z;
}

void WarmThreads::deoptimize_frames(JavaThread* current) {
  if (!current->has_last_Java_frame()) {
    return;
  }
  for (StackFrameStream frames(current, true /* update */, true /* process_frames */); !frames.is_done(); frames.next()) {
    if (frames.current()->can_be_deoptimized()) {
      Deoptimization::deoptimize(current, *frames.current());
    }
  }
}

void WarmThreads::await_non_daemons(JavaThread* current) {
  const int expected = java_lang_Thread::is_daemon(current->threadObj()) ? 0 : 1;
  MonitorLocker threads(current, Threads_lock);
  while (Threads::number_of_non_daemon_threads() > expected) {
    threads.wait(0);
  }
}

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

#include "runtime/warm/warmCounters.hpp"
#include "classfile/classLoaderDataGraph.hpp"
#include "memory/iterator.hpp"
#include "oops/array.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/method.inline.hpp"
#include "oops/methodCounters.hpp"
#include "oops/methodData.hpp"
#include "runtime/deoptimization.hpp"
#include "runtime/os.hpp"
#include "utilities/globalDefinitions.hpp"

// It reads the profile of every method, which takes some milliseconds; the limits are hundreds.
static const int RunsPerRenewal = 4;
static int _runs = 0;

// The counts have no way back, and are a private field: only an explicit instantiation may name it.
MethodData::CompilerCounters* warm_counters_of(MethodData* data);

template <MethodData::CompilerCounters MethodData::*field>
struct WarmCountersField {
  friend MethodData::CompilerCounters* warm_counters_of(MethodData* data) { return &(data->*field); }
};

template struct WarmCountersField<&MethodData::_compiler_counters>;

// Whether there was such a trap at all is part of the profile.
static uint renewed(uint traps, int reason) {
  return traps < Deoptimization::per_method_trap_limit(reason) ? MIN2(traps, 1u) : MIN2(traps, MethodData::trap_count_limit() - 1);
}

static void renew(MethodData* data) {
  MethodData::CompilerCounters* const counters = warm_counters_of(data);
  MethodData::CompilerCounters fresh;
  for (int reason = 0; reason < static_cast<int>(MethodData::trap_reason_limit()); reason++) {
    for (uint i = renewed(counters->trap_count(reason), reason); i > 0; i--) {
      fresh.inc_trap_count(reason);
    }
  }
  *counters = fresh;
}

// Of what a count has come to, a quarter goes: it hardly exceeds four times what is added between two renewals.
static const uint FadingShare = 4;

static void fade(InvocationCounter* counter) {
  if (!counter->carry()) {
    counter->set(counter->count() - counter->count() / FadingShare);
  }
}

// Only what has run since the last time: a program that has not been run for long keeps what it has. Counts in profiles, by which the second compiler finds
// its methods, stay.
static void fade(Method* method, jlong now) {
  MethodCounters* const counters = method->method_counters();
  if (counters == nullptr || method->invocation_count() + method->backedge_count() == counters->prev_event_count()) {
    return;
  }
  fade(counters->invocation_counter());
  fade(counters->backedge_counter());
  // The policy of compilation takes these for the state at its last look, too.
  counters->set_prev_event_count(method->invocation_count() + method->backedge_count());
  counters->set_prev_time(now);
}

class WarmRenewal : public KlassClosure {
  const jlong _now = nanos_to_millis(os::javaTimeNanos());

public:
  void do_klass(Klass* k) override {
    if (!k->is_instance_klass() || !InstanceKlass::cast(k)->is_linked()) {
      return;
    }
    const Array<Method*>* const methods = InstanceKlass::cast(k)->methods();
    for (int i = 0; i < methods->length(); i++) {
      if (MethodData* const data = methods->at(i)->method_data()) {
        ::renew(data);
      }
      fade(methods->at(i), _now);
    }
  }
};

void WarmCounters::renew() {
  if (++_runs % RunsPerRenewal == 0) {
    WarmRenewal renewal;
    ClassLoaderDataGraph::classes_do(&renewal);
  }
}

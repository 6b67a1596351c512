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

#include "runtime/warm/warmCalls.hpp"
#include "code/compiledIC.hpp"
#include "code/nativeInst.hpp"
#include "code/nmethod.hpp"
#include "code/relocInfo.hpp"
#include "memory/resourceArea.hpp"

// What makes nmethod::clear_inline_caches() slow is that it also cleans what is clean, as most calls of a large program are after one run of it:
// for each of them the relocations are searched from the first one on.
template <typename Call>
static void clear_unless_clean(Call* call) {
  if (!call->is_clean()) {
    call->set_to_clean();
  }
}

// Whether the stub has a method to pass on into the interpreter. On other processors it does not begin with the instruction that holds it.
static bool may_have_method(address stub) {
  return NOT_X86(true) X86_ONLY(nativeMovConstReg_at(stub)->data() != 0);
}

void WarmCalls::clear(nmethod* nm) {
  ResourceMark rm;
  for (RelocIterator iter(nm); iter.next(); ) {
    switch (iter.type()) {
      case relocInfo::virtual_call_type:
        clear_unless_clean(CompiledIC_at(&iter));
        break;
      case relocInfo::opt_virtual_call_type:
      case relocInfo::static_call_type:
        clear_unless_clean(CompiledDirectCall::at(iter.addr()));
        break;
      case relocInfo::static_stub_type:
        if (may_have_method(iter.addr())) {
          CompiledDirectCall::set_stub_to_clean(iter.static_stub_reloc());
        }
        break;
      default:
        break;
    }
  }
}

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

#ifndef SHARE_GC_PARALLEL_H2_H2MARKING_INLINE_HPP
#define SHARE_GC_PARALLEL_H2_H2MARKING_INLINE_HPP

#include "gc/parallel/h2/h2Marking.hpp"

#include "gc/parallel/h2/h2Cards.inline.hpp"
#include "gc/parallel/h2/h2Regions.hpp"
#include "memory/iterator.inline.hpp"
#include "oops/objArrayKlass.inline.hpp"
#include "oops/instanceKlass.inline.hpp"

template <typename Closure>
void H2Marking::scan_cards(uint index, Closure* closure) {
  H2Region* const region = H2Regions::at(index);
  const bool any = H2Cards::scan(index, region, false /* only_dirty */, false /* clear */,
                                 [&] (oop obj, MemRegion part) { obj->oop_iterate(closure, part); });
  region->set_refers_to_h1(any);
}

#endif // SHARE_GC_PARALLEL_H2_H2MARKING_INLINE_HPP

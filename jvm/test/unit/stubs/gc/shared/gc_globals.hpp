// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Stands in for HotSpot's header of this name: the flags h2Policy.cpp reads.
#pragma once

#include <cstddef>

extern size_t SecondHeapCleanTrigger;

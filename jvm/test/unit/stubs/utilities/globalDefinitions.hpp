// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Stands in for HotSpot's header of this name: what the policies and parsers use of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

using uint = unsigned int;
using uintx = uintptr_t;

const size_t K = 1024;
const size_t M = K * K;
const size_t G = M * K;
const uintx max_uintx = UINTPTR_MAX;

template <typename T> T MIN2(T a, T b) { return std::min(a, b); }
template <typename T> T MAX2(T a, T b) { return std::max(a, b); }
template <typename T> T clamp(T value, T min, T max) { return MIN2(MAX2(value, min), max); }

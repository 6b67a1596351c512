// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Stands in for HotSpot's header of this name.
#pragma once

class AllStatic {};

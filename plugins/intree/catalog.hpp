// The catalog: the plugins that are linked in, as libraries that need no loading.
//
// Each is entered like a shared object, only by another name: berth_entry_<folder>. core/cmd hands
// the list to the host's registry; no other part of core sees it. Any thread.
#pragma once

#include <vector>

#include <berth/entry.h>

namespace berth::intree {

// One entry per folder, then the one of the plugins that are not built in yet.
std::vector<const berth_entry*> entries();

// The factories of all entries; of a name that occurs twice the first, which is the built one.
std::vector<const berth_factory*> factories();

}  // namespace berth::intree

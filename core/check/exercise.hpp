// exercise: what a plugin usually does, all of it once: for tests of what it leaves behind.
#pragma once

#include "core/check/instance.hpp"

namespace berth::check {

// PreFilter and Filter, PreScore and Score for each pod of the instance's world.
void exercise(Instance& instance);

}  // namespace berth::check

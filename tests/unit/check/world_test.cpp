// The cluster that plugins are asked about.
#include "core/check/world.hpp"

#include <doctest/doctest.h>

#include "plugins/intree/catalog.hpp"

namespace {

TEST_CASE("world: nodes, placed pods and pods to place") {
    const berth::check::World world(60, berth::intree::entries());
    CHECK(world.snapshot().rows() == 60);
    CHECK(world.pods().size() == 11);
    CHECK(world.pods().front()->name() == "plain");
    REQUIRE(world.placed() != nullptr);
    CHECK(world.snapshot().info(world.placed_row()).pods().size() == 1);
}

}  // namespace

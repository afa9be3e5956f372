// Everything that a unit test of a plugin needs: a host, pods, nodes and args made by hand, and an
// instance made through the C entry, as berth makes it. No scheduler, no thread, no file.
//
//   #include <berth/testing.h>
//
//   berth::test::FakeArgs args;
//   args.set("maxPods", args.integer(2));
//   berth::test::PluginUnderTest plugin(berth_plugin_entry_v1(), "QuietNodes", args.raw());
//   berth::test::FakeNodes nodes(3);
//   nodes.pod_count[1] = 2;
//   plugin.filter(berth::test::FakePod("web"), nodes);  // {"0", "2: node(s) were too busy", "0"}
//
// For tests only: it allocates, and remembers what it was told. With drafts, include
// <berth/testing/draft.h> as well.
#pragma once

#include <berth/testing/fake_args.h>
#include <berth/testing/fake_call.h>
#include <berth/testing/fake_host.h>
#include <berth/testing/fake_nodes.h>
#include <berth/testing/fake_pod.h>
#include <berth/testing/plugin_under_test.h>
#include <berth/testing/points.h>

// The C++ SDK: everything that is stable. A plugin is a class:
//
//   class QuietNodes : public berth::Plugin<QuietNodes, QuietNodesArgs> {
//    public:
//       static constexpr auto name = "QuietNodes";
//       QuietNodes(const QuietNodesArgs& args, berth::Host& host);
//       berth::Verdict filter(const berth::Pod& pod, const berth::Node& node) const;
//   };
//   BERTH_EXPORT_PLUGINS(QuietNodes)
//
// What the class defines decides which tables it serves. Everything may throw; nothing escapes.
// docs/sdk.md is the page for people.
#pragma once

#include <berth/sdk/host/clock.h>
#include <berth/sdk/host/columns.h>
#include <berth/sdk/host/completion.h>
#include <berth/sdk/host/counts.h>
#include <berth/sdk/host/document.h>
#include <berth/sdk/host/log.h>
#include <berth/sdk/host/metrics.h>
#include <berth/sdk/host/objects.h>
#include <berth/sdk/host/symbols.h>
#include <berth/sdk/host/terms.h>
#include <berth/sdk/host/watch.h>
#include <berth/sdk/hot.h>
#include <berth/sdk/match/selectors.h>
#include <berth/sdk/match/taints.h>
#include <berth/sdk/plugin/export.h>

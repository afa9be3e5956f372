// MuseumPiece: say in a sentence what it is for.
//
// The members that the class defines decide at which extension points it takes part; what each may
// take and return stands in docs/sdk.md of berth and in <berth/sdk.h>.
#include <chrono>
#include <map>
#include <string>

#include <berth/sdk.h>

namespace {

struct MuseumPieceArgs {
    std::int64_t max_pods = 50;  // in YAML maxPods; the default is this one

    static constexpr auto describe() {
        return berth::fields(
            berth::field<&MuseumPieceArgs::max_pods>.range(0, 500).summary("pods that a node may hold"));
    }
};

class MuseumPiece : public berth::Plugin<MuseumPiece, MuseumPieceArgs> {
public:
    static constexpr auto name = "MuseumPiece";
    static constexpr auto summary = "say in a sentence what it is for";

    // What it throws refuses the plugin, with that text.
    MuseumPiece(const MuseumPieceArgs& args, berth::Host& host)
        : args_(args)
          , busy_(host.reason("node(s) were too busy"))
          , held_(host.reason("the pod is held by its annotation example.com/hold"))
          , completion_(host.completion())
    {
        static_cast<void>(host);
    }

    // Asked when the pod would enter the active queue. Quick: it runs for every pod.
    berth::Verdict pre_enqueue(const berth::Pod& pod) {
        return pod.annotations().contains("example.com/hold") ? berth::Verdict::unschedulable(held_)
                                                           : berth::Verdict::success();
    }

    // Which of two is tried first? The higher priority, then the one that waits longer.
    bool less(const berth::Queued& a, const berth::Queued& b) const {
        return a.priority() != b.priority() ? a.priority() > b.priority()
                                            : a.timestamp_ns() < b.timestamp_ns();
    }

    // Once per pod, before any node is looked at. Skip: no Filter of this plugin for this pod.
    berth::Verdict pre_filter(const berth::Pod& pod) {
        return pod.annotations().contains("example.com/ignore") ? berth::Verdict::skip()
                                                             : berth::Verdict::success();
    }

    // Can the node take the pod? Many threads at once.
    berth::Verdict filter(const berth::Pod&, const berth::Node& node) const {
        return node.pod_count() < args_.max_pods ? berth::Verdict::success()
                                                 : berth::Verdict::unschedulable(busy_);
    }

    // Once per pod, before the nodes that fit are scored. Skip: no Score of this plugin.
    berth::Verdict pre_score(const berth::Pod& pod) {
        return pod.annotations().contains("example.com/ignore") ? berth::Verdict::skip()
                                                             : berth::Verdict::success();
    }

    // How good is the node? 0 to 100; many threads at once.
    std::int64_t score(const berth::Pod&, const berth::Node& node) const {
        return node.pod_count() >= 100 ? 0 : 100 - node.pod_count();
    }

    // All raw scores of the nodes that fit, to 0 … 100, in place.
    void normalize(berth::Scores scores) {
        std::int64_t most = 0;
        for (const std::int64_t score : scores) {
            most = score > most ? score : most;
        }
        for (std::int64_t& score : scores) {
            score = most == 0 ? 0 : score * 100 / most;
        }
    }

    // Binds the pod; skip leaves it to the next plugin. The host does the request.
    berth::Verdict bind(const berth::Pod& pod, const berth::NodeRef& node, berth::Call& call) {
        return completion_.bind(call, pod, node);
    }

    // What may make a pod that this plugin refused schedulable? Without this member: everything.
    berth::Events events() const {
        return {berth::on(berth::Resource::assigned_pod, berth::Action::remove),
                berth::on(berth::Resource::node, berth::Action::add)};
    }

private:
    MuseumPieceArgs args_;
    berth::Reasons busy_;
    berth::Reasons held_;
    berth::Completion completion_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(MuseumPiece)

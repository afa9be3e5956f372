// NodeDeclaredFeatures: refuses nodes that do not declare the features that a pod needs.
//
// What a pod needs is read from its spec: k8s.io/component-helpers/nodedeclaredfeatures v0.37.2.
// kube-scheduler: pkg/scheduler/framework/plugins/nodedeclaredfeatures, v1.37.2.
#include <algorithm>
#include <array>
#include <string_view>

#include <berth/sdk.h>

namespace berth::intree {
namespace {

constexpr std::uint32_t kHostUsers = BERTH_POD_HOST_NETWORK | BERTH_POD_HOST_USERS_FALSE;

// A feature and the flags of a pod that needs it, all of them.
struct Feature {
    std::string_view name;
    std::uint32_t flags;
};

constexpr std::array kFeatures{
    Feature{"RestartAllContainersOnContainerExits", BERTH_POD_RESTARTS_ALL_CONTAINERS},
    Feature{"UserNamespacesHostNetworkSupport", kHostUsers},
    Feature{"VolumeBindMountOptions", BERTH_POD_BIND_MOUNT_OPTIONS},
};

// By bits in the order of kFeatures.
std::uint32_t needs_of(const berth::Pod& pod) {
    std::uint32_t needs = 0;
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
        const std::uint32_t flags = kFeatures.at(i).flags;
        needs |= (pod->flags & flags) == flags ? 1U << i : 0U;
    }
    return needs;
}

bool declares(const berth::Node& node, std::uint32_t needs) {
    const berth::List<std::string_view> declared = node.declared_features();
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
        if ((needs & (1U << i)) != 0 &&
            std::find(declared.begin(), declared.end(), kFeatures.at(i).name) == declared.end()) {
            return false;
        }
    }
    return true;
}

class NodeDeclaredFeatures : public berth::Plugin<NodeDeclaredFeatures> {
public:
    static constexpr auto name = "NodeDeclaredFeatures";
    static constexpr auto summary = "refuses nodes without the features that a pod needs";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;
    static constexpr bool node_local = true;

    struct State {
        static constexpr bool shared = true;
        std::uint32_t needs = 0;
    };

    explicit NodeDeclaredFeatures(berth::Host& host)
        : refused_(host.reason("node(s) didn't match Pod's required features")) {}

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        const std::uint32_t needs = needs_of(pod);
        if (needs == 0) {
            return berth::Verdict::skip();
        }
        call.emplace<State>(needs);
        return berth::Verdict::success();
    }

    berth::Verdict filter(const berth::Pod&, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                          const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr) {
            return berth::Verdict::error(
                R"(error reading "PreFilterNodeDeclaredFeatures" from cycle-state: not found)");
        }
        for (auto [position, row] : nodes) {
            if (!declares(nodes.at_row(row), state->needs)) {
                verdicts.unresolvable(position, refused_);
            }
        }
        return berth::Verdict::success();
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::node,
                          berth::Action::add | berth::Action::update_node_declared_feature)
                    .hint<&NodeDeclaredFeatures::after_node>(),
                berth::on(berth::Resource::target_pod, berth::Action::update)
                    .hint<&NodeDeclaredFeatures::after_own_update>()};
    }

    bool after_node(const berth::Pod&, const berth::Event& event) const {
        const auto before = event.old_node();
        const auto after = event.new_node();
        if (!before || !after) {
            return true;
        }
        const auto was = before->declared_features();
        const auto is = after->declared_features();
        return !std::equal(was.begin(), was.end(), is.begin(), is.end());
    }

    bool after_own_update(const berth::Pod&, const berth::Event& event) const {
        const auto before = event.old_pod();
        const auto after = event.new_pod();
        return !before || !after || needs_of(*before) != needs_of(*after);
    }

private:
    berth::Reasons refused_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(NodeDeclaredFeatures)

}  // namespace berth::intree

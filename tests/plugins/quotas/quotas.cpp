// Quotas: an example of a plugin over a custom resource. A Quota of the pod's namespace names the
// nodes that its pods may use; without one they may use all.
#include <berth/sdk.h>
#include <berth/sdk/view/json_view.h>

namespace {

class Quotas : public berth::Plugin<Quotas> {
public:
    static constexpr auto name = "Quotas";

    explicit Quotas(berth::Host& host)
        : objects_(host),
          quotas_(objects_.open_resource("example.com", "v1", "quotas")),
          refused_(host.reason("node(s) outside of the namespace's quota")) {}

    berth::Verdict filter(const berth::Pod& pod, const berth::Node& node) const {
        bool any = false;
        bool allowed = false;
        objects_.each<berth_json_object>(
            quotas_, {.namespace_name = pod.namespace_name()}, [&](const berth_json_object& quota) {
                const berth::JsonView nodes = berth::JsonView(quota.root)["spec"]["nodes"];
                any = true;
                for (std::size_t i = 0; i < nodes.size(); ++i) {
                    allowed |= nodes[i].text() == node.name();
                }
            });
        return any && !allowed ? berth::Verdict::unschedulable(refused_)
                               : berth::Verdict::success();
    }

    berth::Events events() const {
        return {
            berth::on_custom("quotas.v1.example.com", berth::Action::add | berth::Action::update)
                .hint<&Quotas::after_quota>()};
    }
    bool after_quota(const berth::Pod& pod, const berth::Event& event) const {
        const auto* quota = event.new_object<berth_json_object>();
        return quota != nullptr && berth::object_namespace(*quota) == pod.namespace_name();
    }

private:
    berth::Objects objects_;
    std::uint32_t quotas_;
    berth::Reasons refused_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(Quotas)

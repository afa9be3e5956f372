// DynamicResources, in part: pods with resource claims wait, with a sentence that says why.
//
// What is wrong with claims and device classes is found as kube-scheduler finds it, and pods
// without claims are treated as there. Devices are not allocated: a pod that needs some waits.
// kube-scheduler: pkg/scheduler/framework/plugins/dynamicresources, v1.37.2.
#include <algorithm>
#include <string>

#include <berth/sdk/draft.h>

#include "plugins/intree/dynamic_resources/args.hpp"
#include "plugins/intree/dynamic_resources/pod_resource_claims.hpp"

namespace berth::intree {
namespace {

constexpr std::string_view kClassPrefix = "deviceclass.resource.kubernetes.io/";

std::string not_allocated(const std::string& what) {
    return what + ", and berth does not allocate devices yet";
}

class DynamicResources : public berth::Plugin<DynamicResources, DynamicResourcesArgs> {
public:
    static constexpr auto name = "DynamicResources";
    static constexpr auto summary = "keeps pods with resource claims waiting: no devices yet";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;
    static constexpr auto normalize_kind = berth::Normalize::max;

    // That PreFilter has run: later steps fail without it.
    struct State {
        static constexpr bool shared = true;
    };

    explicit DynamicResources(berth::Host& host) : objects_(host) {
        objects_.open(BERTH_OBJECT_RESOURCE_CLAIM);
        objects_.open(BERTH_OBJECT_RESOURCE_SLICE);
        objects_.open(BERTH_OBJECT_DEVICE_CLASS);
    }

    berth::Verdict pre_enqueue(const berth::Pod& pod, berth::Call& call) const {
        if (pod.resource_claims().empty()) {
            return berth::Verdict::success();
        }
        const PodResourceClaims found = resource_claims(pod, objects_);
        return found.problem.empty() ? berth::Verdict::success()
                                     : berth::Verdict::unresolvable(call.detail(found.problem));
    }

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        call.emplace<State>();
        const PodResourceClaims found = resource_claims(pod, objects_);
        if (!found.problem.empty()) {
            return berth::Verdict::unresolvable(call.detail(found.problem));
        }
        for (const berth_json_object* claim : found.claims) {
            const bool allocated = bool(berth::JsonView(claim->root)["status"]["allocation"]);
            const std::string problem = allocated ? "" : request_problem(*claim, objects_);
            if (!problem.empty()) {
                return berth::Verdict::unresolvable(call.detail(problem));
            }
        }
        if (!found.claims.empty()) {
            return berth::Verdict::unresolvable(call.detail(
                not_allocated("the pod needs the devices of resource claim " +
                              std::string(berth::object_namespace(*found.claims.front())) + "/" +
                              std::string(berth::object_name(*found.claims.front())))));
        }
        if (const std::string resource = resource_of_class(pod); !resource.empty()) {
            return berth::Verdict::unresolvable(
                call.detail(not_allocated("resource " + resource + " comes from a DeviceClass")));
        }
        return berth::Verdict::skip();
    }

    berth::Verdict filter(const berth::Pod&, const berth::Nodes&, berth::Verdicts&,
                          const berth::Call& call) const {
        return after_pre_filter(call);
    }

    // Without a state, which a PreFilter that was refused before this one leaves: an error. It ends
    // PostFilter, so that preemption is not tried (a mistake of kube-scheduler's that is kept).
    berth::Verdict post_filter(const berth::Pod&, const berth::Nodes&, const berth::Refusals&,
                               berth::Nomination&, berth::Call& call) const {
        return call.find_state<State>() != nullptr
                   ? berth::Verdict::unschedulable(berth::Reasons::none)
                   : berth::Verdict::error("not found");
    }

    berth::Verdict score(const berth::Pod&, const berth::Nodes&, berth::Scores scores,
                         const berth::Call& call) const {
        std::fill(scores.begin(), scores.end(), 0);
        return after_pre_filter(call);
    }

    berth::Verdict reserve(const berth::Pod&, const berth::NodeRef&, berth::Call& call) const {
        return after_pre_filter(call);
    }
    // Nothing is allocated, so nothing is held.
    void adopt(const berth::Pod&, const berth::NodeRef&, std::uint32_t) const {}

    berth::PreFlight pre_bind_pre_flight(const berth::Pod&, const berth::NodeRef&) const {
        return berth::PreFlight::nothing;
    }
    berth::Verdict pre_bind(const berth::Pod&, const berth::NodeRef&) const {
        return berth::Verdict::success();
    }

    berth::Events events() const {
        using berth::Action;
        using berth::Resource;
        return {berth::on(Resource::node, Action::add | Action::update_node_label |
                                              Action::update_node_allocatable),
                berth::on(Resource::resource_claim, Action::add | Action::update | Action::remove)
                    .hint<&DynamicResources::after_claim>(),
                berth::on(Resource::target_pod, Action::update_pod_generated_claim)
                    .hint<&DynamicResources::after_generated_claim>(),
                berth::on(Resource::device_class, Action::add | Action::update),
                berth::on(Resource::resource_slice, Action::add | Action::update)};
    }

    bool after_claim(const berth::Pod& pod, const berth::Event& event) const {
        const auto* before = event.old_object<berth_json_object>();
        const auto* after = event.new_object<berth_json_object>();
        const bool was_allocated = before != nullptr && status_of(*before)["allocation"];
        if (after == nullptr) {
            return before == nullptr || was_allocated;
        }
        const PodResourceClaims found = resource_claims(pod, objects_);
        if (!found.problem.empty()) {
            return false;
        }
        if (was_allocated && !status_of(*after)["allocation"]) {
            return true;
        }
        const bool uses = std::any_of(
            found.claims.begin(), found.claims.end(), [&](const berth_json_object* claim) {
                return berth::text(claim->meta->uid) == berth::text(after->meta->uid);
            });
        return uses && (before == nullptr || !(status_of(*before) == status_of(*after)));
    }

    bool after_generated_claim(const berth::Pod&, const berth::Event& event) const {
        const auto changed = event.new_pod();
        return !changed || resource_claims(*changed, objects_).problem.empty();
    }

private:
    static berth::Verdict after_pre_filter(const berth::Call& call) {
        return call.find_state<State>() != nullptr ? berth::Verdict::success()
                                                   : berth::Verdict::error("not found");
    }

    static berth::JsonView status_of(const berth_json_object& claim) {
        return berth::JsonView(claim.root)["status"];
    }

    // A resource of the pod's requests that a device class stands for; empty: none.
    std::string resource_of_class(const berth::Pod& pod) const {
        for (const berth_amount& amount : berth::List<berth_amount>(pod.requests().scalars)) {
            const std::string_view resource = berth::text(amount.name);
            if (amount.value != 0 && has_class(resource)) {
                return std::string(resource);
            }
        }
        return {};
    }

    bool has_class(std::string_view resource) const {
        if (resource.starts_with(kClassPrefix)) {
            return objects_.get<berth_json_object>(BERTH_OBJECT_DEVICE_CLASS, "",
                                                   resource.substr(kClassPrefix.size())) != nullptr;
        }
        bool found = false;
        objects_.each<berth_json_object>(
            BERTH_OBJECT_DEVICE_CLASS, {}, [&](const berth_json_object& device_class) {
                found = berth::JsonView(device_class.root)["spec"]["extendedResourceName"].text() ==
                        resource;
                return !found;
            });
        return found;
    }

    berth::Objects objects_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(DynamicResources)

}  // namespace berth::intree

#include "core/framework/pod_info.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "core/framework/view/amount_view.hpp"
#include "core/framework/view/label_set_view.hpp"
#include "core/framework/view/owners_view.hpp"
#include "core/framework/view/spec_view.hpp"
#include "core/framework/view/view_pool.hpp"
#include "core/model/pod.hpp"

namespace berth::framework {
namespace {

struct SpecKey {
    const model::PodSpec* spec = nullptr;
    base::Symbol namespace_name = base::Symbol::kNone;
    friend bool operator==(const SpecKey&, const SpecKey&) = default;
};

struct SpecKeyHash {
    std::size_t operator()(const SpecKey& key) const {
        return std::hash<const void*>{}(key.spec) ^ std::hash<base::Symbol>{}(key.namespace_name);
    }
};

constexpr std::size_t kExpectedOwnSize = 256;

// With the other parts that it shares, and arrays of its own, which few pods need.
struct WholePodInfo final : PodInfo {
    std::shared_ptr<const LabelSetView> labels;
    std::shared_ptr<const OwnersView> owners;
    std::unique_ptr<ViewMemory> own;

    ViewMemory& memory() {
        if (!own) {
            own = std::make_unique<ViewMemory>(kExpectedOwnSize);
        }
        return *own;
    }
};

std::int64_t nanoseconds(const std::optional<base::Time>& time) {
    return time ? time->nanoseconds : 0;
}

// Going because kube-scheduler's preemption asked for it.
bool is_preempted(const model::Pod& pod, const base::SymbolTable& symbols) {
    return pod.is_terminating() &&
           std::any_of(pod.status.conditions.begin(), pod.status.conditions.end(),
                       [&](const model::PodCondition& condition) {
                           return condition.status == model::ConditionStatus::kTrue &&
                                  symbols.text(condition.type) == "DisruptionTarget" &&
                                  symbols.text(condition.reason) == "PreemptionByScheduler";
                       });
}

void fill_meta(const model::Pod& pod, const base::SymbolTable& symbols, berth_pod& view) {
    view.namespace_name = to_str(symbols.text(pod.meta.namespace_name));
    view.namespace_symbol = base::number(pod.meta.namespace_name);
    view.name = to_str(pod.meta.name);
    view.uid = to_str(pod.meta.uid);
    view.creation_ns = pod.meta.creation.nanoseconds;
    view.deletion_ns = nanoseconds(pod.meta.deletion);
    view.start_ns = nanoseconds(pod.status.start_time);
    view.flags |= pod.is_terminating() ? BERTH_POD_TERMINATING : 0;
    view.flags |= is_preempted(pod, symbols) ? BERTH_POD_PREEMPTED : 0;
    view.resource_version = to_str(pod.meta.resource_version);
    view.node_name = to_str(pod.node_name);
    view.nominated_node_name = to_str(pod.status.nominated_node_name);
}

void fill_generated_claims(const model::Pod& pod, WholePodInfo& info) {
    if (!pod.status.resources || pod.status.resources->claims.empty()) {
        return;
    }
    const auto& made = pod.status.resources->claims;
    const auto claims = items_of<berth_resource_claim>(info.view.resource_claims);
    info.view.resource_claims =
        info.memory().map<berth_resource_claim>(claims, [&](berth_resource_claim claim) {
            const std::string_view name(claim.name.ptr, claim.name.len);
            const auto found = std::find_if(
                made.begin(), made.end(), [&](const auto& status) { return status.name == name; });
            if (found != made.end()) {
                claim.generated_name = to_str(found->resource_claim_name);
            }
            return claim;
        });
}

}  // namespace

struct PodViews::Pool {
    const base::SymbolTable& symbols;
    ViewPool<SpecKey, SpecView, SpecKeyHash> specs;
    ViewPool<const model::LabelSet*, LabelSetView> labels;
    ViewPool<const model::OwnerReferences*, OwnersView> owners;
};

PodViews::PodViews(const base::SymbolTable& symbols)
    : pool_(std::make_unique<Pool>(Pool{symbols, {}, {}, {}})) {}

PodViews::~PodViews() = default;

PodInfoRef PodViews::make(std::shared_ptr<const model::Pod> pod) {
    const base::SymbolTable& symbols = pool_->symbols;
    const base::Symbol namespace_name =
        SpecView::relevant_namespace(*pod->spec, pod->meta.namespace_name);
    const auto info = std::make_shared<WholePodInfo>();
    info->spec_view = pool_->specs.get({pod->spec.get(), namespace_name}, [&] {
        return std::make_shared<const SpecView>(pod->spec, namespace_name, symbols);
    });
    info->labels = pool_->labels.get(pod->meta.labels.get(), [&] {
        return std::make_shared<const LabelSetView>(pod->meta.labels, symbols);
    });
    info->view = info->spec_view->parts;
    fill_meta(*pod, symbols, info->view);
    info->view.labels = info->labels->labels;
    if (pod->totals.get() != &pod->spec->totals) {
        fill_totals(info->view, *pod->totals, symbols, info->memory());
    }
    info->view.annotations = to_array(std::span<const berth_label>());
    if (pod->meta.annotations && !pod->meta.annotations->empty()) {
        info->view.annotations = annotations_view(pod->meta.annotations.get(), info->memory());
    }
    info->view.owners = to_array(std::span<const berth_owner>());
    if (pod->meta.owners && !pod->meta.owners->empty()) {
        info->owners = pool_->owners.get(pod->meta.owners.get(), [&] {
            return std::make_shared<const OwnersView>(pod->meta.owners);
        });
        info->view.owners = info->owners->owners;
        info->view.flags |= info->owners->flags;
    }
    fill_generated_claims(*pod, *info);
    info->pod = std::move(pod);
    return info;
}

}  // namespace berth::framework

// The cache after random events equals one built from what is left, and the plain model of what
// depends on history.
#include "core/base/random.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/cache/cache.hpp"
#include "core/framework/view/view_memory.hpp"
#include "tests/unit/cache/objects.hpp"
#include "tests/unit/cache/random_model.hpp"

namespace berth::cache {
namespace {

using framework::items_of;
using testing::Amounts;
using testing::CacheModel;
using testing::ModelPod;
using testing::NodeSketch;
using testing::Objects;

constexpr const char* kLabels[] = {"topology.kubernetes.io/zone", "disk", "kubernetes.io/hostname"};
constexpr const char* kResources[] = {"example.com/gpu", "hugepages-2Mi"};
constexpr const char* kImages[] = {"app:1", "app:2", "db:1", "db@sha256:1"};

std::string_view text(const berth_str& from) {
    return {from.ptr, from.len};
}

std::string describe(const berth_requests& requests) {
    std::string line =
        fmt::format("{}/{}/{}", requests.milli_cpu, requests.memory, requests.ephemeral_storage);
    for (const berth_amount& amount : items_of<berth_amount>(requests.scalars)) {
        line += fmt::format(" {}={}", text(amount.name), amount.value);
    }
    return line;
}

std::string describe(const berth_array& taints) {
    std::string line;
    for (const berth_taint& taint : items_of<berth_taint>(taints)) {
        line += fmt::format("{}={}:{} ", text(taint.key), text(taint.value), taint.effect);
    }
    return line;
}

std::string describe_columns(Snapshot& snapshot, std::uint32_t row) {
    const berth_columns& c = snapshot.columns();
    const auto sets = items_of<berth_taint_set>(snapshot.taint_sets());
    return fmt::format("{} | {} {} {} {} | {} {} {} | {} {} | {} {} | {}", text(c.name[row]),
                       c.allocatable_milli_cpu[row], c.allocatable_memory[row],
                       c.allocatable_ephemeral_storage[row], c.allocatable_pods[row],
                       c.requested_milli_cpu[row], c.requested_memory[row],
                       c.requested_ephemeral_storage[row], c.nonzero_milli_cpu[row],
                       c.nonzero_memory[row], c.pod_count[row], c.unschedulable[row],
                       describe(sets[c.taint_set[row]].taints));
}

std::string describe_requested_columns(Objects& objects, Snapshot& snapshot, std::uint32_t row) {
    std::string line;
    for (const char* key : kLabels) {
        const berth_label_column* column = snapshot.label(objects.symbol(key));
        const std::uint32_t id = column == nullptr ? 0 : column->value[row];
        line += id == 0 ? std::string(" -") : fmt::format(" '{}'", text(column->texts[id]));
        if (id != 0 && snapshot.value_id(column, text(column->texts[id])) != id) {
            line += " value_id differs";
        }
    }
    for (const char* resource : kResources) {
        const berth_resource_column* column = snapshot.resource(objects.symbol(resource));
        line += column == nullptr
                    ? std::string(" 0/0")
                    : fmt::format(" {}/{}", column->requested[row], column->allocatable[row]);
    }
    return line;
}

std::string describe_view(const berth_node& node) {
    std::string line = fmt::format("{} {} {} {} {}", text(node.name), node.unschedulable,
                                   node.pod_count, node.allocatable_pods, describe(node.taints));
    line += " " + describe(*node.allocatable) + " " + describe(*node.requested);
    for (const berth_label& label : items_of<berth_label>(node.labels)) {
        line += fmt::format(" {}={}", text(label.name), text(label.value));
    }
    std::vector<std::string_view> uids;
    for (std::uint32_t i = 0; i < node.pod_count; ++i) {
        uids.push_back(text(node.pods[i]->uid));
    }
    std::sort(uids.begin(), uids.end());
    return line + fmt::format(" {}", fmt::join(uids, ","));
}

// By node name, since the order is checked apart.
std::map<std::string, std::string> describe(Objects& objects, Snapshot& snapshot) {
    std::map<std::string, std::string> lines;
    for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
        lines[std::string(text(snapshot.columns().name[row]))] =
            describe_columns(snapshot, row) + "\n" +
            describe_requested_columns(objects, snapshot, row) + "\n" +
            describe_view(*snapshot.node(row));
    }
    return lines;
}

// Random events on a cache and on the model at the same time.
class World {
public:
    explicit World(std::uint64_t seed) : rng_(seed), cache_(objects_.symbols) {}

    void step() {
        switch (rng_.below(12)) {
            case 0:
            case 1: return set_node();
            case 2: return remove_node();
            case 3:
            case 4:
            case 5: return add_pod();
            case 6:
            case 7: return assume();
            case 8: return forget();
            case 9: return update_pod();
            case 10: return remove_pod();
            default: return check_requested();
        }
    }

    void check() {
        Snapshot& snapshot = cache_.snapshot();
        model_.snapshot();
        Cache fresh(objects_.symbols);
        for (const auto& [name, node] : model_.nodes) {
            fresh.add_node(node.second);
        }
        for (const auto& [uid, pod] : model_.pods) {
            CHECK(fresh.assume(pod.pod, pod.node) == Outcome::kDone);
        }
        CHECK(describe(objects_, snapshot) == describe(objects_, fresh.snapshot()));
        check_counts();
        check_order(snapshot);
        check_images(snapshot);
        check_hypothetical(snapshot);
    }

private:
    [[nodiscard]] std::string pick(std::string_view prefix, std::uint64_t of) {
        return fmt::format("{}{}", prefix, rng_.below(of));
    }
    [[nodiscard]] bool chance(std::uint64_t in) { return rng_.below(in) == 0; }

    NodeSketch random_node(const std::string& name) {
        NodeSketch node{.name = name};
        if (!chance(4)) {
            node.labels[kLabels[0]] = pick("zone-", 3);
        }
        if (chance(2)) {
            node.labels[kLabels[1]] = pick("disk-", 20);
        }
        node.labels[kLabels[2]] = name;
        node.allocatable = {{"cpu", 1 + static_cast<std::int64_t>(rng_.below(8))}, {"pods", 10}};
        if (chance(3)) {
            node.allocatable[kResources[0]] = static_cast<std::int64_t>(rng_.below(8));
        }
        for (std::uint64_t i = rng_.below(3); i > 0; --i) {
            node.taints.push_back({pick("taint-", 3), "", chance(2) ? "NoSchedule" : "NoExecute"});
        }
        for (std::uint64_t i = rng_.below(4); i > 0; --i) {
            node.images.push_back({{kImages[rng_.below(4)], kImages[rng_.below(4)]},
                                   static_cast<std::int64_t>(rng_.below(1000))});
        }
        node.unschedulable = chance(5);
        return node;
    }

    framework::PodInfoRef random_pod(const std::string& uid, const std::string& node) {
        Amounts requests = {{"cpu", static_cast<std::int64_t>(rng_.below(3))}};
        for (const char* resource : kResources) {
            if (chance(3)) {
                requests[resource] = static_cast<std::int64_t>(rng_.below(4));
            }
        }
        return objects_.pod({.uid = uid, .node = node, .requests = requests});
    }

    void set_node() {
        const NodeSketch sketch = random_node(pick("node-", 12));
        const model::NodePtr node = objects_.node(sketch);
        chance(2) ? cache_.add_node(node) : cache_.update_node(node);
        model_.set_node(sketch, node);
    }

    void remove_node() {
        const std::string name = pick("node-", 12);
        const bool there = model_.nodes.contains(name);
        CHECK(cache_.remove_node(name) == (there ? Outcome::kDone : Outcome::kUnknown));
        if (there) {
            model_.remove_node(name);
        }
    }

    const ModelPod* known(const std::string& uid) const {
        const auto found = model_.pods.find(uid);
        return found == model_.pods.end() ? nullptr : &found->second;
    }

    void add_pod() {
        const std::string uid = pick("pod-", 40);
        const std::string node = pick("node-", 14);
        const framework::PodInfoRef pod = random_pod(uid, node);
        const ModelPod* before = known(uid);
        Outcome expected = Outcome::kDone;
        if (before != nullptr) {
            expected = !before->assumed       ? Outcome::kPresent
                       : before->node == node ? Outcome::kConfirmed
                                              : Outcome::kMoved;
        }
        CHECK(cache_.add_pod(pod) == expected);
        if (changed(expected)) {
            replace(uid, pod, node, false);
        }
    }

    void replace(const std::string& uid, const framework::PodInfoRef& pod, const std::string& node,
                 bool assumed) {
        if (known(uid) != nullptr) {
            model_.remove_pod(uid);
        }
        model_.add_pod(pod, node, assumed);
    }

    void assume() {
        const std::string uid = pick("pod-", 40);
        const framework::PodInfoRef pod = random_pod(uid, "");
        std::string node = pick("node-", 12);
        const Outcome expected = known(uid) != nullptr ? Outcome::kPresent : Outcome::kDone;
        Snapshot& snapshot = cache_.snapshot();
        model_.snapshot();
        if (chance(2) && snapshot.rows() != 0) {
            const auto row = static_cast<std::uint32_t>(rng_.below(snapshot.rows()));
            node = snapshot.info(row).name();
            CHECK(cache_.assume(pod, row) == expected);
        } else {
            CHECK(cache_.assume(pod, node) == expected);
        }
        if (changed(expected)) {
            model_.add_pod(pod, node, true);
        }
    }

    void forget() {
        const std::string uid = pick("pod-", 40);
        const ModelPod* pod = known(uid);
        const Outcome expected = pod == nullptr ? Outcome::kUnknown
                                 : pod->assumed ? Outcome::kDone
                                                : Outcome::kNotAssumed;
        CHECK(cache_.forget(uid) == expected);
        if (changed(expected)) {
            model_.remove_pod(uid);
        }
    }

    void update_pod() {
        const std::string uid = pick("pod-", 40);
        const ModelPod* before = known(uid);
        const std::string node = before != nullptr && !chance(4) ? before->node : pick("node-", 12);
        const framework::PodInfoRef pod = random_pod(uid, node);
        const Outcome expected = before == nullptr      ? Outcome::kUnknown
                                 : before->assumed      ? Outcome::kAssumed
                                 : before->node != node ? Outcome::kOtherNode
                                                        : Outcome::kDone;
        CHECK(cache_.update_pod(pod) == expected);
        if (changed(expected)) {
            replace(uid, pod, node, false);
        }
    }

    void remove_pod() {
        const std::string uid = pick("pod-", 40);
        const Outcome expected = known(uid) == nullptr ? Outcome::kUnknown : Outcome::kDone;
        CHECK(cache_.remove_pod(uid) == expected);
        if (changed(expected)) {
            model_.remove_pod(uid);
        }
    }

    // Columns that are asked for now are kept from now on.
    void check_requested() {
        Snapshot& snapshot = cache_.snapshot();
        model_.snapshot();
        (void)snapshot.label(objects_.symbol(kLabels[rng_.below(3)]));
        (void)snapshot.resource(objects_.symbol(kResources[rng_.below(2)]));
        (void)snapshot.image(kImages[rng_.below(4)]);
    }

    void check_counts() {
        CHECK(cache_.node_count() == model_.nodes.size());
        CHECK(cache_.pod_count() == model_.pods.size());
        CHECK(cache_.assumed_count() ==
              static_cast<std::size_t>(
                  std::count_if(model_.pods.begin(), model_.pods.end(),
                                [](const auto& entry) { return entry.second.assumed; })));
        for (const auto& [uid, pod] : model_.pods) {
            CHECK(cache_.is_assumed(uid) == pod.assumed);
            CHECK(cache_.find(uid)->node->name() == pod.node);
        }
    }

    void check_order(Snapshot& snapshot) {
        std::vector<std::string> names;
        for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
            names.emplace_back(snapshot.info(row).name());
            std::vector<std::string> pods;
            for (const berth_pod* pod : snapshot.info(row).pods()) {
                pods.emplace_back(text(pod->uid));
            }
            CHECK(pods == model_.pods_on[names.back()]);
        }
        CHECK(names == model_.listed);
    }

    void check_images(Snapshot& snapshot) {
        for (const char* name : kImages) {
            CAPTURE(name);
            const berth_image* image = snapshot.image(name);
            const auto found = model_.image_nodes.find(name);
            CHECK((image == nullptr) == (found == model_.image_nodes.end()));
            if (image == nullptr) {
                continue;
            }
            CHECK(image->size_bytes == model_.image_size.at(name));
            CHECK(image->node_count == found->second.size());
            for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
                const std::string node(snapshot.info(row).name());
                const bool has = found->second.contains(node);
                CHECK(image->present[row] == (has ? 1 : 0));
                if (has) {
                    const std::uint32_t count =
                        image->node_counts == nullptr ? image->node_count : image->node_counts[row];
                    CHECK(count == model_.image_counts.at(node).at(name));
                }
            }
        }
    }

    void check_hypothetical(Snapshot& snapshot) {
        if (snapshot.rows() == 0) {
            return;
        }
        const auto before = describe(objects_, snapshot);
        const auto row = static_cast<std::uint32_t>(rng_.below(snapshot.rows()));
        const std::uint64_t generation = snapshot.columns().generation[row];
        const std::vector<const berth_pod*> pods(snapshot.info(row).pods().begin(),
                                                 snapshot.info(row).pods().end());
        {
            HypotheticalRow changed_row(snapshot, row);
            for (std::uint64_t i = rng_.below(6); i > 0; --i) {
                if (chance(2)) {
                    changed_row.add(random_pod(pick("extra-", 3), ""));
                } else if (!pods.empty()) {
                    (void)changed_row.remove(text(pods[rng_.below(pods.size())]->uid));
                }
            }
        }
        CHECK(describe(objects_, snapshot) == before);
        CHECK(snapshot.columns().generation[row] == generation);
        CHECK(std::equal(pods.begin(), pods.end(), snapshot.info(row).pods().begin(),
                         snapshot.info(row).pods().end()));
    }

    base::Rng rng_;
    Objects objects_;
    Cache cache_;
    CacheModel model_;
};

TEST_CASE("cache: random events leave what a rebuild gives") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        World world(seed);
        for (int step = 0; step < 600; ++step) {
            CAPTURE(step);
            world.step();
            if (step % 7 == 0) {
                world.check();
            }
        }
    }
}

}  // namespace
}  // namespace berth::cache

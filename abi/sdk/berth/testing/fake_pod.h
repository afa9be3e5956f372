// A pod as a host would show it, built by hand:
//
//   FakePod pod("web"); pod.label("app", "web"); pod.request(500, 1 << 30);
//
// `raw` is what the plugin gets and may be changed directly; symbols are 0, plugins compare texts.
// Neither copied nor moved: `raw` points into it.
#pragma once

#include <berth/pod.h>
#include <berth/testing/fake_labels.h>

namespace berth::test {

class FakePod {
public:
    // In the namespace "default", with the UID "uid-<name>".
    explicit FakePod(std::string_view name) {
        raw.struct_size = sizeof(berth_pod);
        raw.namespace_name = keep(texts_, "default");
        raw.name = keep(texts_, name);
        raw.uid = keep(texts_, "uid-" + std::string(name));
        raw.scheduler_name = keep(texts_, "default-scheduler");
        requests.struct_size = sizeof(berth_requests);
        raw.requests = raw.placed_requests = raw.scored_requests = &requests;
    }
    FakePod(const FakePod&) = delete;
    FakePod& operator=(const FakePod&) = delete;

    void label(std::string_view name, std::string_view value) {
        labels_.set(name, value);
        raw.labels = labels_.array();
    }
    void annotation(std::string_view name, std::string_view value) {
        annotations_.set(name, value);
        raw.annotations = annotations_.array();
    }
    void node_selector(std::string_view name, std::string_view value) {
        selector_.set(name, value);
        raw.node_selector = selector_.array();
    }
    // op and effect as BERTH_TOLERATION_… and BERTH_EFFECT_… of pod_parts.h.
    void tolerate(std::string_view key, std::uint32_t op, std::string_view value,
                  std::uint32_t effect) {
        tolerations_.push_back(
            {sizeof(berth_toleration), op, effect, 0, keep(texts_, key), keep(texts_, value)});
        raw.tolerations = array_of(tolerations_);
    }
    // cpu in thousandths, memory in bytes; for all readings of the pod's requests.
    void request(std::int64_t milli_cpu, std::int64_t memory) {
        requests.milli_cpu = milli_cpu;
        requests.memory = memory;
        raw.nonzero_milli_cpu = milli_cpu;
        raw.nonzero_memory = memory;
    }
    void priority(std::int32_t value) { raw.priority = value; }

    berth_pod raw{};
    berth_requests requests{};

private:
    std::deque<std::string> texts_;
    FakeLabels labels_, annotations_, selector_;
    std::vector<berth_toleration> tolerations_;
};

}  // namespace berth::test

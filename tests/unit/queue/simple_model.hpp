// SimpleModel: what the queue should do, written as plainly as possible: one list of pods, every
// question answered by looking at all of them, every pod with its own list of events.
//
// Plugins are names here and a pod is its text, so nothing of the queue's bookkeeping is shared.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/queue/fakes.hpp"

namespace berth::queue::test {

// The world of the model: which plugins a profile has, in order. What they do is in rules().
struct ModelProfiles {
    std::map<std::string, std::vector<std::string>> plugins;  // by scheduler name
};

struct ModelEvent {
    // "node-add", "pod-delete", "node-label", "other", "all", or about one pod: "labels", "gates",
    // "something".
    std::string kind;
    std::uint32_t number = 0;
    std::string only;  // the UID that it is about; with "all": whom it is for
};

enum class Wake : std::uint8_t { kNo, kAfterBackoff, kNow };

struct ModelPod {
    PodText text;
    std::string part;  // "active", "backoff", "error", "unschedulable", "gated", "lent"
    std::int64_t time = 0, flushed = 0, expiry = 0;
    std::uint64_t order = 0;
    std::int32_t attempts = 0, refusals = 0, errors = 0;
    std::set<std::string> refused, pending;
    std::string gating;
    bool in_flight = false;
    std::vector<ModelEvent> heard;  // since the last Pop, in flight and parked
};

class SimpleModel {
public:
    explicit SimpleModel(ModelProfiles profiles) : profiles_(std::move(profiles)) {}

    bool open_b = false;  // gate b holds nobody
    std::int64_t now = 0, start = 0;

    bool add(const PodText& text);
    void update(const PodText& before, const PodText& after);
    void remove(const std::string& uid);
    ModelPod* pop(bool backoff_too);  // null: nothing
    void done(const std::string& uid);
    void drop(const std::string& uid);
    bool requeue(const std::string& uid, const PodText& latest, std::set<std::string> refused,
                 std::set<std::string> pending);
    void event(const ModelEvent& event, std::int32_t highest_priority, const std::string& except);
    void activate(const std::string& uid);
    void flush_backoff();
    void flush_leftover();
    void reload(ModelProfiles profiles);

    [[nodiscard]] std::list<ModelPod>& pods() { return pods_; }
    [[nodiscard]] ModelPod* waiting(const std::string& uid);
    // Does any event that the parked pod has heard wake it? Then it should not be parked.
    [[nodiscard]] bool overslept(const ModelPod& pod) const;

    [[nodiscard]] static bool wants(const std::string& plugin, const ModelEvent& event);
    [[nodiscard]] static bool says_queue(const std::string& plugin, const std::string& pod,
                                         const ModelEvent& event);

private:
    ModelPod* lent(const std::string& uid);
    [[nodiscard]] Wake judge(const ModelPod& pod, const ModelEvent& event) const;
    [[nodiscard]] std::string gate(const ModelPod& pod) const;
    [[nodiscard]] bool anyone_wants(const ModelEvent& event) const;
    [[nodiscard]] bool backing_off(const ModelPod& pod) const;
    void place(ModelPod& pod, Wake wake);
    bool to_active(ModelPod& pod);
    bool held(ModelPod& pod);
    void hear(ModelPod& pod, const ModelEvent& event);

    ModelProfiles profiles_;
    std::list<ModelPod> pods_;
    std::uint64_t next_order_ = 1;
    std::int64_t last_beat_ = 0;
};

}  // namespace berth::queue::test

#include "tests/unit/queue/simple_model.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

namespace berth::queue::test {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

bool has(const std::vector<std::string>& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

// First of those that `is` picks, by `key`.
template <typename Is, typename Key>
ModelPod* least(std::list<ModelPod>& pods, Is is, Key key) {
    ModelPod* best = nullptr;
    for (ModelPod& pod : pods) {
        if (is(pod) && (best == nullptr || key(pod) < key(*best))) {
            best = &pod;
        }
    }
    return best;
}

}  // namespace

bool SimpleModel::wants(const std::string& plugin, const ModelEvent& event) {
    return (plugin == "Node" && event.kind == "node-add") ||
           (plugin == "Room" && (event.kind == "pod-delete" || event.kind == "node-add")) ||
           (plugin == "A" && event.kind == "gates") ||
           (plugin == "B" && event.kind == "node-label") ||
           (plugin == "Own" && event.kind == "labels") || plugin == "Extender";
}

bool SimpleModel::says_queue(const std::string& plugin, const std::string& pod,
                             const ModelEvent& event) {
    if (plugin != "Room") {
        return true;  // registered without a hint
    }
    return (std::hash<std::string>{}(pod) + event.number) % 3 == 0;
}

ModelPod* SimpleModel::waiting(const std::string& uid) {
    for (ModelPod& pod : pods_) {
        if (pod.text.uid == uid && pod.part != "lent") {
            return &pod;
        }
    }
    return nullptr;
}

ModelPod* SimpleModel::lent(const std::string& uid) {
    for (ModelPod& pod : pods_) {
        if (pod.text.uid == uid && pod.part == "lent") {
            return &pod;
        }
    }
    return nullptr;
}

std::string SimpleModel::gate(const ModelPod& pod) const {
    const auto holds = [&](const std::string& plugin) {
        return (plugin == "A" && has(pod.text.gates, "a")) ||
               (plugin == "B" && has(pod.text.gates, "b") && !open_b);
    };
    if (!pod.gating.empty() && holds(pod.gating)) {
        return pod.gating;
    }
    for (const std::string& plugin : profiles_.plugins.at(pod.text.scheduler)) {
        if (holds(plugin)) {
            return plugin;
        }
    }
    return "";
}

bool SimpleModel::held(ModelPod& pod) {
    pod.gating = gate(pod);
    if (pod.gating.empty()) {
        return false;
    }
    pod.refused.insert(pod.gating);
    pod.part = "gated";
    return true;
}

bool SimpleModel::to_active(ModelPod& pod) {
    if (held(pod)) {
        return false;
    }
    pod.part = "active";
    return true;
}

bool SimpleModel::backing_off(const ModelPod& pod) const {
    return pod.expiry != 0 && pod.expiry >= now / kSecond * kSecond;
}

void SimpleModel::place(ModelPod& pod, Wake wake) {
    if (wake == Wake::kNo) {
        pod.part = "unschedulable";
    } else if (wake == Wake::kAfterBackoff && backing_off(pod)) {
        if (!held(pod)) {
            pod.part = pod.refused.empty() && pod.pending.empty() ? "error" : "backoff";
        }
    } else {
        to_active(pod);
    }
}

Wake SimpleModel::judge(const ModelPod& pod, const ModelEvent& event) const {
    if (pod.refused.empty() && pod.pending.empty()) {
        return Wake::kAfterBackoff;
    }
    if (event.kind == "all") {
        const bool meant = event.only.empty() || event.only == pod.text.uid;
        return meant ? Wake::kAfterBackoff : Wake::kNo;
    }
    const auto wakes = [&](const std::string& plugin) {
        return wants(plugin, event) && says_queue(plugin, pod.text.name, event);
    };
    if (std::ranges::any_of(pod.pending, wakes)) {
        return Wake::kNow;
    }
    return std::ranges::any_of(pod.refused, wakes) ? Wake::kAfterBackoff : Wake::kNo;
}

bool SimpleModel::anyone_wants(const ModelEvent& event) const {
    for (const auto& [scheduler, plugins] : profiles_.plugins) {
        for (const std::string& plugin : plugins) {
            if (wants(plugin, event)) {
                return true;
            }
        }
    }
    return event.kind == "all";
}

bool SimpleModel::overslept(const ModelPod& pod) const {
    return pod.part == "unschedulable" && std::ranges::any_of(pod.heard, [&](const auto& event) {
               return judge(pod, event) != Wake::kNo;
           });
}

void SimpleModel::hear(ModelPod& pod, const ModelEvent& event) {
    const bool about_another =
        event.kind != "all" && !event.only.empty() && event.only != pod.text.uid;
    if (!about_another) {
        pod.heard.push_back(event);
    }
}

bool SimpleModel::add(const PodText& text) {
    if (!profiles_.plugins.contains(text.scheduler)) {
        return false;
    }
    pods_.remove_if(
        [&](const ModelPod& pod) { return pod.part != "lent" && pod.text.name == text.name; });
    ModelPod pod;
    pod.text = text;
    pod.time = now;
    pod.order = next_order_++;
    pods_.push_back(pod);
    to_active(pods_.back());
    return true;
}

void SimpleModel::update(const PodText& before, const PodText& after) {
    std::vector<ModelEvent> events;
    if (before.labels != after.labels) {
        events.push_back({"labels", 0, after.uid});
    }
    if (!before.gates.empty() && after.gates.empty()) {
        events.push_back({"gates", 0, after.uid});
    }
    if (events.empty()) {
        events.push_back({"something", 0, after.uid});
    }
    ModelPod* flying = lent(after.uid);
    if (flying != nullptr && flying->in_flight) {
        for (const ModelEvent& event : events) {
            flying->heard.push_back(event);
        }
        return;
    }
    ModelPod* pod = waiting(after.uid);
    if (pod == nullptr) {
        add(after);
        return;
    }
    pod->text = after;
    if (pod->part != "unschedulable" && pod->part != "gated") {
        return;
    }
    for (const ModelEvent& event : events) {
        pod->heard.push_back(event);
        const Wake wake = judge(*pod, event);
        if (wake != Wake::kNo) {
            place(*pod, wake);
            if (pod->part != "gated") {
                return;
            }
        }
    }
}

void SimpleModel::remove(const std::string& uid) {
    pods_.remove_if([&](const ModelPod& p) { return p.text.uid == uid && p.part != "lent"; });
}

ModelPod* SimpleModel::pop(bool backoff_too) {
    const auto by_sort = [](const ModelPod& p) {
        return std::make_tuple(-std::int64_t{p.text.priority}, p.time, p.order);
    };
    ModelPod* pod = least(
        pods_, [](const ModelPod& p) { return p.part == "active"; }, by_sort);
    if (pod == nullptr && backoff_too) {
        pod = least(
            pods_, [](const ModelPod& p) { return p.part == "backoff"; },
            [&](const ModelPod& p) { return std::make_pair(p.expiry, by_sort(p)); });
    }
    if (pod != nullptr) {
        ++pod->attempts;
        pod->part = "lent";
        pod->in_flight = true;
        pod->heard.clear();
    }
    return pod;
}

void SimpleModel::done(const std::string& uid) {
    lent(uid)->in_flight = false;
}

void SimpleModel::drop(const std::string& uid) {
    pods_.remove_if([&](const ModelPod& p) { return p.text.uid == uid && p.part == "lent"; });
}

bool SimpleModel::requeue(const std::string& uid, const PodText& latest,
                          std::set<std::string> refused, std::set<std::string> pending) {
    ModelPod& pod = *lent(uid);
    const bool taken = std::ranges::any_of(
        pods_, [&](const ModelPod& p) { return p.part != "lent" && p.text.name == latest.name; });
    const auto profile = profiles_.plugins.find(latest.scheduler);
    if (taken || latest.uid != uid || profile == profiles_.plugins.end()) {
        drop(uid);
        return false;
    }
    if (refused.empty() && pending.empty()) {
        ++pod.errors;
    } else {
        ++pod.refusals;
        pod.errors = 0;
    }
    const auto gone = [&](const std::string& plugin) {
        return plugin != "Extender" && !has(profile->second, plugin);
    };
    std::erase_if(refused, gone);
    std::erase_if(pending, gone);
    pod.text = latest;
    pod.refused = std::move(refused);
    pod.pending = std::move(pending);
    pod.gating.clear();
    pod.time = now;
    pod.flushed = 0;
    pod.order = next_order_++;
    std::int64_t backoff = kSecond;
    for (std::int32_t i = 1; i < (pod.errors > 0 ? pod.errors : pod.refusals); ++i) {
        backoff = std::min(2 * backoff, 10 * kSecond);
    }
    pod.expiry = (now + backoff) / kSecond * kSecond;

    Wake wake = Wake::kNo;
    if (!pod.in_flight || (pod.refused.empty() && pod.pending.empty())) {
        wake = Wake::kAfterBackoff;
    } else {
        for (const ModelEvent& event : pod.heard) {
            wake = std::max(wake, judge(pod, event));
        }
    }
    pod.in_flight = false;
    place(pod, wake);
    return true;
}

void SimpleModel::event(const ModelEvent& event, std::int32_t highest_priority,
                        const std::string& except) {
    if (!anyone_wants(event)) {
        return;
    }
    for (ModelPod& pod : pods_) {
        if (pod.part == "lent") {
            if (pod.in_flight) {
                hear(pod, event);
            }
            continue;
        }
        const bool parked = pod.part == "unschedulable" || pod.part == "gated";
        if (!parked || pod.text.priority > highest_priority || pod.text.uid == except) {
            continue;
        }
        if (pod.part == "gated" && event.kind != "all" && !wants(pod.gating, event)) {
            continue;
        }
        hear(pod, event);
        const Wake wake = judge(pod, event);
        if (wake != Wake::kNo) {
            place(pod, wake);
        }
    }
}

void SimpleModel::activate(const std::string& uid) {
    ModelPod* pod = waiting(uid);
    bool activated = false;
    if (pod != nullptr && (pod->part == "backoff" || pod->part == "error")) {
        pod->part = "active";
        activated = true;
    } else if (pod != nullptr && pod->part != "active") {
        activated = to_active(*pod);
    }
    ModelPod* flying = lent(uid);
    if (!activated && flying != nullptr && flying->in_flight) {
        flying->heard.push_back({"all", 0, uid});
    }
}

void SimpleModel::flush_backoff() {
    for (ModelPod& pod : pods_) {
        if ((pod.part == "backoff" || pod.part == "error") && !backing_off(pod)) {
            pod.part = "active";
        }
    }
}

void SimpleModel::flush_leftover() {
    const std::int64_t beat = start + (now - start) / (30 * kSecond) * (30 * kSecond);
    if (beat <= last_beat_) {
        return;
    }
    last_beat_ = beat;
    bool any = false;
    for (ModelPod& pod : pods_) {
        const bool parked = pod.part == "unschedulable" || pod.part == "gated";
        if (parked && beat - std::max(pod.time, pod.flushed) > 300 * kSecond) {
            pod.flushed = now;
            place(pod, Wake::kAfterBackoff);
            any = true;
        }
    }
    for (ModelPod& pod : pods_) {
        if (any && pod.in_flight) {
            pod.heard.push_back({"all", 0, ""});
        }
    }
}

void SimpleModel::reload(ModelProfiles profiles) {
    profiles_ = std::move(profiles);
    pods_.remove_if([&](const ModelPod& p) {
        return p.part != "lent" && !profiles_.plugins.contains(p.text.scheduler);
    });
    for (ModelPod& pod : pods_) {
        if (pod.part == "lent") {
            if (pod.in_flight) {
                pod.heard.push_back({"all", 0, ""});
            }
            continue;
        }
        const auto gone = [&](const std::string& plugin) {
            return plugin != "Extender" && !has(profiles_.plugins.at(pod.text.scheduler), plugin);
        };
        std::erase_if(pod.refused, gone);
        std::erase_if(pod.pending, gone);
        pod.gating.clear();
        if (pod.part == "active") {
            to_active(pod);
        } else {
            place(pod, Wake::kAfterBackoff);
        }
    }
}

}  // namespace berth::queue::test

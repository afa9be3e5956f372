#include "core/queue/parts/blockers.hpp"

#include <algorithm>

namespace berth::queue {

namespace {

constexpr std::size_t kFirstSweep = 256;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    return (hash ^ value) * 0x100000001B3u;
}

std::uint64_t hash_of(const BlockersKey& key) {
    std::uint64_t hash = mix(0xCBF29CE484222325u, key.profile);
    for (const PluginNumber plugin : key.unschedulable) {
        hash = mix(hash, plugin);
    }
    hash = mix(hash, 0x10000);  // no plugin number: tells the two lists apart
    for (const PluginNumber plugin : key.pending) {
        hash = mix(hash, plugin);
    }
    return mix(hash, key.gating);
}

bool equals(const Blockers& blockers, const BlockersKey& key) {
    return blockers.profile == key.profile && blockers.gating == key.gating &&
           std::ranges::equal(blockers.unschedulable, key.unschedulable) &&
           std::ranges::equal(blockers.pending, key.pending);
}

}  // namespace

void normalise(std::vector<PluginNumber>& plugins) {
    std::ranges::sort(plugins);
    const auto twice = std::ranges::unique(plugins);
    plugins.erase(twice.begin(), twice.end());
}

BlockersTable::BlockersTable() : sweep_at_(kFirstSweep) {}
BlockersTable::~BlockersTable() = default;

void BlockersTable::assign(QueuedPod& pod, const BlockersKey& key) {
    Blockers& blockers = get(key);
    ++blockers.users;
    release(pod);
    pod.blockers = &blockers;
}

void BlockersTable::assign_gating(QueuedPod& pod, PluginNumber gating) {
    const Blockers& now = *pod.blockers;
    if (now.gating == gating) {
        return;
    }
    BlockersKey key = now.key();
    key.gating = gating;
    if (gating != kNoPlugin && !std::ranges::binary_search(now.unschedulable, gating)) {
        scratch_.assign(now.unschedulable.begin(), now.unschedulable.end());
        scratch_.insert(std::ranges::upper_bound(scratch_, gating), gating);
        key.unschedulable = scratch_;
    }
    assign(pod, key);
}

void BlockersTable::retarget(const std::function<void(Blockers&)>& change) {
    by_hash_.clear();
    for (const std::unique_ptr<Blockers>& blockers : all_) {
        change(*blockers);
        if (!blockers->stale) {
            by_hash_.emplace(hash_of(blockers->key()), blockers.get());
        }
    }
}

void BlockersTable::refresh(QueuedPod& pod) {
    if (pod.blockers->stale) {
        assign(pod, pod.blockers->key());
    }
}

void BlockersTable::release(QueuedPod& pod) {
    if (pod.blockers != nullptr) {
        --pod.blockers->users;
        pod.blockers = nullptr;
    }
}

void BlockersTable::park(QueuedPod& pod) {
    pod.index = static_cast<std::uint32_t>(pod.blockers->parked.size());
    pod.blockers->parked.push_back(&pod);
}

void BlockersTable::unpark(QueuedPod& pod) {
    std::vector<QueuedPod*>& parked = pod.blockers->parked;
    QueuedPod* last = parked.back();
    parked[pod.index] = last;
    last->index = pod.index;
    parked.pop_back();
}

Blockers& BlockersTable::get(const BlockersKey& key) {
    const std::uint64_t hash = hash_of(key);
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        if (equals(*it->second, key)) {
            return *it->second;
        }
    }
    auto blockers = std::make_unique<Blockers>();
    blockers->profile = key.profile;
    blockers->unschedulable.assign(key.unschedulable.begin(), key.unschedulable.end());
    blockers->pending.assign(key.pending.begin(), key.pending.end());
    blockers->gating = key.gating;
    if (all_.size() >= sweep_at_) {
        sweep();
    }
    by_hash_.emplace(hash, blockers.get());
    all_.push_back(std::move(blockers));
    return *all_.back();
}

// Sets come from what plugins say; without this, odd plugins would make them pile up. The next
// sweep comes when there are twice as many as are in use, so it costs little per new set.
void BlockersTable::sweep() {
    std::erase_if(by_hash_, [](const auto& entry) { return entry.second->users == 0; });
    std::erase_if(all_, [](const auto& blockers) { return blockers->users == 0; });
    sweep_at_ = std::max(kFirstSweep, 2 * all_.size());
}

}  // namespace berth::queue

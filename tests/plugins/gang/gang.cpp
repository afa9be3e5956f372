// Gang: pods of one group are bound together or not at all.
//
// A pod belongs to the group that its label gang.example.com/name names, in its namespace; the
// label gang.example.com/size says how many there are. A pod is gated until so many exist. Then
// each waits on Permit until all have a node; when one fails or waits for too long, all give their
// nodes back. It keeps nothing that the host does not know: a new build goes on where the old one
// was.
#include <charconv>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk.h>
#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/queue.h>
#include <berth/sdk/draft/host/waiting.h>

namespace {

constexpr std::string_view kName = "gang.example.com/name";
constexpr std::string_view kSize = "gang.example.com/size";
constexpr std::chrono::seconds kLongestWait(30);
// After a failure its pods come back one by one, by backoff, before they call each other again.
constexpr std::int64_t kQuiet = 20'000'000'000;  // ns

std::string gang_of(const berth::Pod& pod) {
    const std::string_view name = pod.labels().get(kName);
    return name.empty() ? std::string()
                        : std::string(pod.namespace_name()) + "/" + std::string(name);
}

std::size_t size_of(const berth::Pod& pod) {
    const std::string_view text = pod.labels().get(kSize);
    std::size_t size = 1;
    std::from_chars(text.data(), text.data() + text.size(), size);
    return size;
}

class Gang : public berth::Plugin<Gang> {
public:
    static constexpr auto name = "Gang";
    static constexpr auto summary = "binds the pods of a group together or not at all";

    explicit Gang(berth::Host& host)
        : clock_(host.clock()),
          watch_(host),
          waiting_(host),
          queue_(host),
          incomplete_(host.reason("the gang is not complete yet")) {
        watch_.pods<&Gang::on_pod>(*this);
    }

    void on_pod(const berth_pod* before, const berth_pod* after) {
        if (before != nullptr) {
            forget(berth::Pod(before));
        }
        if (after == nullptr || berth::Pod(after).is_terminating()) {
            return;
        }
        const berth::Pod pod(after);
        if (const std::string gang = gang_of(pod); !gang.empty()) {
            (pod.node_name().empty() ? members_ : bound_)[gang].emplace(pod.uid());
        }
    }

    berth::Verdict pre_enqueue(const berth::Pod& pod) const {
        const std::string gang = gang_of(pod);
        const bool complete =
            gang.empty() || count(members_, gang) + count(bound_, gang) >= size_of(pod);
        return complete ? berth::Verdict::success() : berth::Verdict::unschedulable(incomplete_);
    }

    berth::Verdict post_filter(const berth::Pod& pod, const berth::Nodes&, const berth::Refusals&,
                               berth::Nomination&) {
        give_up(gang_of(pod), "another pod of the gang fits no node");
        return berth::Verdict(berth::Code::unschedulable);
    }

    berth::Verdict reserve(const berth::Pod&, const berth::NodeRef&) {
        return berth::Verdict::success();
    }
    void unreserve(const berth::Pod& pod, const berth::NodeRef&) {
        give_up(gang_of(pod), "another pod of the gang lost its node");
    }
    void adopt(const berth::Pod&, const berth::NodeRef&, std::uint32_t) {}

    berth::Permission permit(const berth::Pod& pod, const berth::NodeRef&) {
        const std::string gang = gang_of(pod);
        if (gang.empty()) {
            return berth::Permission::success();
        }
        const std::vector<std::uint64_t> tokens = waits_of(gang);
        if (tokens.size() + count(bound_, gang) + 1 < size_of(pod)) {
            call_others(gang, pod);
            return berth::Permission::wait(kLongestWait);
        }
        for (const std::uint64_t token : tokens) {
            waiting_.allow(token);
        }
        return berth::Permission::success();
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::unscheduled_pod, berth::Action::add)
                    .hint<&Gang::after_pod>(),
                berth::on(berth::Resource::assigned_pod, berth::Action::remove),
                berth::on(berth::Resource::node,
                          berth::Action::add | berth::Action::update_node_allocatable)};
    }
    bool after_pod(const berth::Pod& pod, const berth::Event& event) const {
        return event.new_pod() && gang_of(*event.new_pod()) == gang_of(pod);
    }

private:
    using Uids = std::set<std::string, std::less<>>;
    using Gangs = std::map<std::string, Uids, std::less<>>;

    static std::size_t count(const Gangs& gangs, const std::string& gang) {
        const auto found = gangs.find(gang);
        return found == gangs.end() ? 0 : found->second.size();
    }

    void forget(const berth::Pod& pod) {
        const std::string gang = gang_of(pod);
        for (Gangs* gangs : {&members_, &bound_}) {
            const auto found = gangs->find(gang);
            if (found == gangs->end()) {
                continue;
            }
            if (const auto uid = found->second.find(pod.uid()); uid != found->second.end()) {
                found->second.erase(uid);
            }
            if (found->second.empty()) {
                gangs->erase(found);
                failed_.erase(gang);
            }
        }
    }

    std::vector<std::uint64_t> waits_of(const std::string& gang) const {
        std::vector<std::uint64_t> tokens;
        waiting_.each([&](const berth_waiting_pod& one) {
            if (one.token != 0 && gang_of(berth::Pod(one.pod)) == gang) {
                tokens.push_back(one.token);
            }
        });
        return tokens;
    }

    void call_others(const std::string& gang, const berth::Pod& pod) const {
        const auto failed = failed_.find(gang);
        if (failed != failed_.end() && clock_.now_ns() - failed->second < kQuiet) {
            return;
        }
        for (const std::string& uid : members_.find(gang)->second) {
            if (uid != pod.uid() && waiting_.find(uid) == nullptr) {
                queue_.activate(uid);
            }
        }
    }

    void give_up(const std::string& gang, std::string_view why) {
        if (gang.empty()) {
            return;
        }
        failed_[gang] = clock_.now_ns();
        std::vector<std::string> uids;
        waiting_.each([&](const berth_waiting_pod& one) {
            if (one.token != 0 && gang_of(berth::Pod(one.pod)) == gang) {
                uids.emplace_back(berth::Pod(one.pod).uid());
            }
        });
        for (const std::string& uid : uids) {
            waiting_.reject(uid, why);
        }
    }

    berth::Clock clock_;
    berth::Watch watch_;
    berth::Waiting waiting_;
    berth::Queue queue_;
    berth::Reasons incomplete_;
    Gangs members_, bound_;  // UIDs of pods without and with a node
    std::map<std::string, std::int64_t, std::less<>> failed_;  // when, by the clock
};

}  // namespace

BERTH_EXPORT_PLUGINS(Gang)

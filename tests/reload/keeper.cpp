// Keeper: holds something for each pod between Reserve and PostBind, and shows how much.
//
// Pods whose name begins with "wait" wait on Permit until one called "go" comes; one that begins
// with "ask" is refused with the number of pods that are held. -DKEEPER_ADOPTS: takes over what
// another build holds, one by one; -DKEEPER_STATE=N: by saved state of version N.
#include <set>
#include <string>
#include <vector>

#include <berth/sdk.h>
#include <berth/sdk/draft.h>

namespace {

class Keeper : public berth::Plugin<Keeper> {
public:
    static constexpr auto name = "Keeper";
    static constexpr auto summary = "holds something for each pod";

    Keeper(const berth::NoArgs&, berth::Host& host) : completion_(host.completion()) {}

    berth::Verdict filter(const berth::Pod& pod, const berth::Node&,
                          const berth::Call& call) const {
        if (pod.name().substr(0, 3) != "ask") {
            return berth::Verdict::success();
        }
        return berth::Verdict::unschedulable(
            call.detail("node(s) held " + std::to_string(held_.size())));
    }

    berth::Verdict reserve(const berth::Pod& pod, const berth::NodeRef&) {
        held_.emplace(pod.uid());
        return berth::Verdict::success();
    }

    void unreserve(const berth::Pod& pod, const berth::NodeRef&) { forget(pod); }
    void post_bind(const berth::Pod& pod, const berth::NodeRef&) { forget(pod); }

    berth::Permission permit(const berth::Pod& pod, const berth::NodeRef&, berth::Call& call) {
        if (pod.name().substr(0, 4) == "wait") {
            tokens_.push_back(call.token());
            return berth::Permission::wait(std::chrono::minutes(10));
        }
        if (pod.name() == "go") {
            for (const std::uint64_t token : tokens_) {
                completion_.complete(token, berth::Code::success);
            }
            tokens_.clear();
        }
        return berth::Permission::success();
    }

#ifdef KEEPER_ADOPTS
    void adopt(const berth::Pod& pod, const berth::NodeRef&, std::uint32_t flags,
               berth::Call& call) {
        held_.emplace(pod.uid());
        if ((flags & BERTH_ADOPT_WAITING) != 0) {
            tokens_.push_back(call.token());
        }
    }
#endif

#ifdef KEEPER_STATE
    static constexpr bool state_holds_reservations = true;
    static constexpr std::uint32_t state_version = KEEPER_STATE, oldest_state = KEEPER_STATE;
    std::string save_state() const {
        std::string bytes;
        for (const std::string& uid : held_) {
            bytes += uid + "\n";
        }
        return bytes;
    }
    void load_state(std::uint32_t, std::string_view bytes) {
        while (!bytes.empty()) {
            const std::size_t end = bytes.find('\n');
            held_.emplace(bytes.substr(0, end));
            bytes.remove_prefix(end + 1);
        }
    }
#endif

private:
    void forget(const berth::Pod& pod) {
        const auto found = held_.find(pod.uid());
        if (found != held_.end()) {
            held_.erase(found);
        }
    }

    berth::Completion completion_;
    std::set<std::string, std::less<>> held_;
    std::vector<std::uint64_t> tokens_;  // of waits
};

}  // namespace

BERTH_EXPORT_PLUGINS(Keeper)

// PostFilter: no node fits; what can be done? Scheduling thread.
//
//   Verdict post_filter(const Pod&, const Nodes&, const Refusals&, Nomination&);
//     then optionally Call&, State&; the nodes are the whole snapshot
//
// Success: the pod may fit once what was started is done. Reasons follow the pod's message, also on
// success: Verdict(Code::success, call.detail("…")).
#pragma once

#include <span>

#include <berth/draft/ext/post_filter.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/draft_names.h>

namespace berth {

// Why each node was refused, by row.
class Refusals {
public:
    explicit Refusals(const berth_refusals* raw) noexcept : raw_(raw) {}
    const berth_refusals* raw() const noexcept { return raw_; }
    Code code(std::uint32_t row) const noexcept { return Code{raw_->code[row]}; }
    List<std::string_view> reasons(std::uint32_t row) const noexcept {
        return List<std::string_view>(raw_->reasons(raw_, row));
    }
    std::string_view plugin(std::uint32_t row) const noexcept {
        return text(raw_->plugin(raw_, row));
    }

private:
    const berth_refusals* raw_;
};

// A node that the pod would fit on once some pods have gone.
struct Candidate {
    std::uint32_t row = 0;
    std::span<const berth_pod* const> victims{};  // the most important first
    std::int64_t pdb_violations = 0;
    bool best = false;  // no other is better
};

// What becomes of the pod's nomination; as it is where neither is called.
class Nomination {
public:
    explicit Nomination(berth_nomination* raw) noexcept : raw_(raw) {}
    const berth_nomination* raw() const noexcept { return raw_; }
    // Somebody only asks what would be done: look at every node, tell of each candidate, evict
    // nobody. Of equal ones the first by name is nominated.
    bool only_asks() const noexcept { return raw_->candidates != nullptr; }
    void tell(const Candidate& candidate) const noexcept {
        if (raw_->candidates != nullptr) {
            const berth_candidate wire{
                sizeof(berth_candidate),  candidate.row,
                candidate.victims.data(), static_cast<std::uint32_t>(candidate.victims.size()),
                candidate.best ? 1U : 0U, candidate.pdb_violations};
            raw_->candidates->add(raw_->candidates, &wire);
        }
    }
    void clear() noexcept { raw_->mode = BERTH_NOMINATION_CLEAR; }
    void set(std::uint32_t row) noexcept {
        raw_->mode = BERTH_NOMINATION_SET;
        raw_->row = row;
    }

private:
    berth_nomination* raw_;
};

namespace detail {

struct PostFilterPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_POST_FILTER_V1);

    template <class T>
    using One = Accepts<Member_post_filter, T,
                        Fixed<const Pod&, const Nodes&, const Refusals&, Nomination&>, CallArg,
                        StateArg<T>>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_post_filter::exists<T>) {
            static_assert(One<T>::value,
                          "berth: post_filter must be public and take (const Pod&, const Nodes&, "
                          "const Refusals&, Nomination&), then optionally Call& and State&");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            const berth_nodes* nodes, const berth_refusals* refusals,
                            berth_nomination* raw_nomination, berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        Nomination nomination(raw_nomination);
        return answer<One<T>>(self.host, self.plugin, context, reasons, Pod(pod), Nodes(nodes),
                              Refusals(refusals), nomination);
    }

    template <class T>
    static constexpr berth_post_filter_v1 kTable = {sizeof(berth_post_filter_v1), 0, &run<T>};
};

}  // namespace detail
}  // namespace berth

// Score and NormalizeScore: how good is each feasible node?
//
//   std::int64_t score(const Pod&, const Node&) const;  // many threads at once
//   void score(const Pod&, const Nodes&, Scores) const;  // the batch; may return Verdict
//     each then optionally const Call&, const State&
//   static constexpr auto normalize_kind = berth::Normalize::reversed_max;  // or
//   void normalize(Scores);  // scheduling thread; or
//   void normalize(const Pod&, const Nodes&, Scores);  // each then Call&, State&
//
// Scores are indexed by position; every position is written; after normalising 0 … 100.
#pragma once

#include <span>

#include <berth/ext/score.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/filter.h>

namespace berth {

using Scores = std::span<std::int64_t>;

enum class Normalize : std::uint32_t {
    none = BERTH_NORMALIZE_NONE,
    max = BERTH_NORMALIZE_MAX,
    reversed_max = BERTH_NORMALIZE_REVERSED_MAX,
    min_max = BERTH_NORMALIZE_MIN_MAX,
};

inline constexpr std::int64_t kMaxScore = BERTH_SCORE_MAXIMUM;

namespace detail {

BERTH_DETAIL_MEMBER(score);
BERTH_DETAIL_MEMBER(normalize);

struct ScorePoint {
    static constexpr berth_str id = BERTH_STR(BERTH_SCORE_V1);

    template <class T>
    using One = Accepts<Member_score, const T, Fixed<const Pod&, const Node&>, ConstCallArg,
                        ConstStateArg<T>>;
    template <class T>
    using Batch = Accepts<Member_score, const T, Fixed<const Pod&, const Nodes&, Scores>,
                          ConstCallArg, ConstStateArg<T>>;
    template <class T>
    using Short = Accepts<Member_normalize, T, Fixed<Scores>, CallArg, StateArg<T>>;
    template <class T>
    using Long =
        Accepts<Member_normalize, T, Fixed<const Pod&, const Nodes&, Scores>, CallArg, StateArg<T>>;

    template <class T>
    static constexpr bool served() {
        constexpr bool named = requires { T::normalize_kind; };
        if constexpr (Member_normalize::exists<T>) {
            static_assert(Short<T>::value || Long<T>::value,
                          "berth: normalize must be public and take (Scores) or (const Pod&, const "
                          "Nodes&, Scores), then optionally Call& and State&");
            static_assert(!named, "berth: a plugin has normalize or normalize_kind, not both");
        }
        if constexpr (Member_score::exists<T>) {
            static_assert(One<T>::value || Batch<T>::value,
                          "berth: score must be public, const, and take (const Pod&, const Node&) "
                          "or (const Pod&, const Nodes&, Scores), then optionally const Call& and "
                          "const State&");
            static_assert(One<T>::value != Batch<T>::value,
                          "berth: score takes one node or the batch, not both");
            return true;
        } else {
            static_assert(!Member_normalize::exists<T> && !named,
                          "berth: normalize and normalize_kind need a score");
            return false;
        }
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* raw_pod,
                            const berth_nodes* raw_nodes, std::int64_t* out,
                            berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        const T& plugin = self.plugin;
        const Pod pod(raw_pod);
        const Nodes nodes(raw_nodes);
        if constexpr (One<T>::value) {
            using Result = typename ResultOf<One<T>, const T, const Pod&, const Node&>::Type;
            static_assert(std::is_same_v<Result, std::int64_t>,
                          "berth: score of one node returns a std::int64_t");
            return guarded(self.host, raw, reasons, [&] {
                for (auto [position, row] : nodes) {
                    out[position] = One<T>::call(plugin, context, pod, Node(raw_nodes, row));
                }
            });
        } else {
            return answer<Batch<T>>(self.host, plugin, context, reasons, pod, nodes,
                                    Scores(out, nodes.size()));
        }
    }

    template <class T>
    static std::int32_t run_normalize(berth_plugin* table, const berth_call* raw,
                                      const berth_pod* raw_pod, const berth_nodes* raw_nodes,
                                      std::int64_t* scores, berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        const Scores span(scores, raw_nodes->count);
        if constexpr (Long<T>::value) {
            return answer<Long<T>>(self.host, self.plugin, context, reasons, Pod(raw_pod),
                                   Nodes(raw_nodes), span);
        } else {
            return answer<Short<T>>(self.host, self.plugin, context, reasons, span);
        }
    }

    template <class T>
    static constexpr berth_score_v1 table_of() {
        constexpr std::uint32_t size = sizeof(berth_score_v1);
        if constexpr (Member_normalize::exists<T>) {
            return {size, traits_of<T>(), BERTH_NORMALIZE_CUSTOM, 0, &run<T>, &run_normalize<T>};
        } else if constexpr (requires { T::normalize_kind; }) {
            constexpr Normalize kind = T::normalize_kind;
            return {size, traits_of<T>(), static_cast<std::uint32_t>(kind), 0, &run<T>, nullptr};
        } else {
            return {size, traits_of<T>(), BERTH_NORMALIZE_NONE, 0, &run<T>, nullptr};
        }
    }

    template <class T>
    static constexpr berth_score_v1 kTable = table_of<T>();
};

}  // namespace detail
}  // namespace berth

// TermQueries: what InterPodAffinity asks the host about terms: pods that a term means, terms that
// mean a pod.
#pragma once

#include <cstdint>

#include <berth/sdk.h>

namespace berth::intree {

using TermList = berth::List<berth_pod_term>;

class TermQueries {
public:
    explicit TermQueries(const berth::Host& host)
        : columns_(host.columns()), counts_(host.counts()), terms_(host.terms()) {}

    [[nodiscard]] const berth::Columns& columns() const { return columns_; }
    [[nodiscard]] const berth::Terms& terms() const { return terms_; }

    // Placed pods that all of the terms mean, by domain of `key`.
    [[nodiscard]] const berth_counts& count_all(const berth::Call& call, const TermList& terms,
                                                berth_symbol key) const;
    // Placed pods that the term means, by domain of its own key.
    [[nodiscard]] const berth_counts& count(const berth::Call& call,
                                            const berth_pod_term& term) const;
    // Do the terms of the pod that is being placed, of which there are some, all mean the other?
    [[nodiscard]] bool mean(const berth::Call& call, const TermList& terms,
                            const berth::Pod& other) const;
    [[nodiscard]] bool means(const berth::Call& call, const berth_pod_term& term,
                             const berth::Pod& other) const;

private:
    berth::Columns columns_;
    berth::Counts counts_;
    berth::Terms terms_;
};

// Terms of which one cannot be parsed have no effect on other pods (framework.NewPodInfo).
[[nodiscard]] bool parsable(const TermList& terms);

}  // namespace berth::intree

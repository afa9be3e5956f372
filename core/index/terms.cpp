#include "core/index/terms.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/framework/view/spec_view.hpp"
#include "core/index/query/copy.hpp"
#include "core/index/query/items.hpp"
#include "core/index/rarest_pairs.hpp"

namespace berth::index {
namespace {

// Answers of the last snapshots may be in use.
constexpr std::uint64_t kRecent = 16;

bool has_terms(const berth_pod& pod) {
    return pod.affinity.count != 0 || pod.anti_affinity.count != 0 ||
           pod.preferred_affinity.count != 0 || pod.preferred_anti_affinity.count != 0;
}

bool matches_nothing(const berth_selector* selector) {
    return selector == nullptr || selector->matches_nothing != 0;
}

bool impossible(const berth_pod_term& term) {
    return term.topology_key == 0 || matches_nothing(term.selector) ||
           (term.namespaces.count == 0 && matches_nothing(term.namespace_selector));
}

}  // namespace

bool matches(const berth_pod_term& term, const PodKind& pod, const Namespaces& namespaces) {
    return term.unparsable == 0 && matches(term.selector, pod.labels) &&
           (names(term.namespaces, pod.namespace_name) ||
            namespaces.matched(term.namespace_selector, pod.namespace_symbol));
}

Terms::Terms(base::SymbolTable& symbols, const Namespaces& namespaces, std::size_t most_bytes)
    : symbols_(symbols), namespaces_(namespaces), most_bytes_(most_bytes) {}

Terms::~Terms() = default;

void Terms::on_added(const framework::PodInfo& pod, const cache::NodeInfo& node,
                     std::uint64_t topology) {
    if (!has_terms(pod.view)) {
        return;
    }
    Bundle& bundle = bundles_[pod.spec_view.get()];
    if (bundle.pods++ == 0) {
        bundle.spec = pod.spec_view;
        fill(bundle, pod.view);
    }
    for (Term* term : bundle.terms) {
        placement_.add(*term, node);
        if (term->carriers) {
            term->carriers->change(node, 1, topology);
        }
    }
}

void Terms::on_removed(const framework::PodInfo& pod, const cache::NodeInfo& node,
                       std::uint64_t topology) {
    const auto found = has_terms(pod.view) ? bundles_.find(pod.spec_view.get()) : bundles_.end();
    if (found == bundles_.end()) {
        return;
    }
    Bundle& bundle = found->second;
    for (Term* term : bundle.terms) {
        placement_.remove(*term, node);
        if (term->carriers) {
            term->carriers->change(node, -1, topology);
        }
    }
    if (--bundle.pods == 0) {
        for (Term* term : bundle.terms) {
            release(*term);
        }
        bundles_.erase(found);
    }
}

void Terms::fill(Bundle& bundle, const berth_pod& pod) {
    add_list(bundle, pod.affinity, BERTH_TERM_AFFINITY);
    add_list(bundle, pod.anti_affinity, BERTH_TERM_ANTI_AFFINITY);
    add_list(bundle, pod.preferred_affinity, BERTH_TERM_PREFERRED_AFFINITY);
    add_list(bundle, pod.preferred_anti_affinity, BERTH_TERM_PREFERRED_ANTI_AFFINITY);
}

// One that cannot be parsed takes its list with it (framework.NewPodInfo, v1.37.2).
void Terms::add_list(Bundle& bundle, const berth_array& terms, std::uint32_t kind) {
    const Items<berth_pod_term> all(terms);
    if (std::any_of(all.begin(), all.end(),
                    [](const berth_pod_term& term) { return term.unparsable != 0; })) {
        return;
    }
    for (const berth_pod_term& term : all) {
        Term& known = find_or_make(term, kind);
        ++known.users;
        bundle.terms.push_back(&known);
    }
}

Term& Terms::find_or_make(const berth_pod_term& from, std::uint32_t kind) {
    key_.write(from, kind);
    const auto known = terms_.find(key_.all());
    if (known != terms_.end()) {
        return *known->second;
    }
    const auto made = terms_.emplace(std::string(key_.all()), std::make_unique<Term>()).first;
    Term& term = *made->second;
    term.key = made->first;
    term.kind = kind;
    term.view = QueryCopier(symbols_, term.memory).term(from);
    if (impossible(term.view)) {
        return term;
    }
    const berth_pod_set set{sizeof(set), 0, term.view.namespaces, term.view.namespace_selector,
                            term.view.selector};
    term.pairs = rarest({&set, 1, sizeof(set)}, by_pair_).value_or(std::vector<LabelPair>());
    for (const LabelPair& pair : term.pairs) {
        by_pair_.at(pair).push_back(&term);
    }
    if (term.pairs.empty()) {
        unpaired_.push_back(&term);
    }
    return term;
}

void Terms::release(Term& term) {
    if (--term.users != 0) {
        return;
    }
    for (const LabelPair& pair : term.pairs) {
        if (std::vector<Term*>* list = by_pair_.find(pair)) {
            std::erase(*list, &term);
            by_pair_.erase_if_empty(pair);
        }
    }
    std::erase(unpaired_, &term);
    bytes_ -= term.carriers ? term.carriers->bytes() : 0;
    terms_.erase(terms_.find(term.key));
}

template <typename Do>
void Terms::for_each_candidate(const PodKind& pod, Do&& act) const {
    const auto try_list = [&](const std::vector<Term*>* list) {
        if (list != nullptr) {
            std::for_each(list->begin(), list->end(), act);
        }
    };
    for (const berth_label& label : Items<berth_label>(pod.labels)) {
        try_list(by_pair_.find({label.key, text(label.value)}));
    }
    try_list(by_pair_.find({kNamespacePair, pod.namespace_name}));
    try_list(&unpaired_);
}

berth_array Terms::matching(const berth_pod& pod, std::uint32_t kinds, cache::Snapshot& snapshot) {
    if (bytes_ > most_bytes_) {
        forget_old(snapshot.number());
    }
    std::vector<berth_matching_term>& found = new_answer(snapshot.number());
    const PodKind kind = kind_of(pod);
    for_each_candidate(kind, [&](Term* term) {
        if ((term->kind & kinds) != 0 && matches(term->view, kind, namespaces_)) {
            found.push_back(answer_of(*term, snapshot));
        }
    });
    return framework::to_array(std::span<const berth_matching_term>(found));
}

berth_matching_term Terms::answer_of(Term& term, cache::Snapshot& snapshot) {
    if (!term.carriers) {
        term.carriers = std::make_unique<CarrierView>(term, domains(term.view.topology_key));
    } else {
        bytes_ -= term.carriers->bytes();
    }
    const auto carriers = term.carriers->answer(snapshot);
    term.carriers->asked_in = snapshot.number();
    bytes_ += term.carriers->bytes();
    return {.struct_size = sizeof(berth_matching_term),
            .kind = term.kind,
            .weight = term.view.weight,
            .topology_key = term.view.topology_key,
            .term = &term.view,
            .carriers = carriers.data(),
            .carrier_count = static_cast<std::uint32_t>(carriers.size()),
            .reserved = 0};
}

std::vector<berth_matching_term>& Terms::new_answer(std::uint64_t now) {
    if (answers_.empty() || answers_.front().given_in + kRecent >= now) {
        answers_.emplace_back();
    } else {
        answers_.push_back(std::move(answers_.front()));
        answers_.pop_front();
    }
    answers_.back().given_in = now;
    answers_.back().terms.clear();
    return answers_.back().terms;
}

std::shared_ptr<Domains> Terms::domains(berth_symbol key) {
    std::shared_ptr<Domains>& known = domains_[key];
    if (!known) {
        const berth_count_query everywhere{};
        known = std::make_shared<Domains>(std::make_shared<Eligibility>(everywhere, symbols_), key);
    }
    return known;
}

// The older half of the views that no cycle can be reading.
void Terms::forget_old(std::uint64_t now) {
    std::vector<Term*> old;
    for (const auto& [key, term] : terms_) {
        if (term->carriers && term->carriers->asked_in + kRecent < now) {
            old.push_back(term.get());
        }
    }
    std::sort(old.begin(), old.end(), [](const Term* a, const Term* b) {
        return a->carriers->asked_in < b->carriers->asked_in;
    });
    old.resize((old.size() + 1) / 2);
    for (Term* term : old) {
        bytes_ -= term->carriers->bytes();
        term->carriers.reset();
    }
    std::erase_if(domains_, [](const auto& entry) { return entry.second.use_count() == 1; });
}

}  // namespace berth::index

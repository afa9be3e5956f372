// What if other pods were on a node? Dry runs of the profile's filters, in post_filter.
//
//   berth::Hypothetical node = whatif_.open(call, pod, row);
//   if (node && node.remove(*victim) && node.fits(BERTH_WHATIF_NOMINATED)) { … }
//
// A Hypothetical is used by one thread at a time and ends with its scope, at the latest before
// post_filter returns. Several may be open on different rows (berth/sdk/draft/host/parallel.h).
#pragma once

#include <utility>

#include <berth/draft/host/whatif.h>
#include <berth/sdk/call.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/nodes.h>
#include <berth/sdk/view/pod.h>

namespace berth {

// What the filters said; valid until the next call of the same Hypothetical.
class WhatIfResult {
public:
    WhatIfResult() noexcept { raw_.struct_size = sizeof(raw_); }
    berth_whatif_result* raw() noexcept { return &raw_; }
    Code code() const noexcept { return Code{raw_.code}; }
    bool fits() const noexcept { return raw_.code == BERTH_SUCCESS; }
    // Who refuses; empty: nobody in particular.
    std::string_view plugin() const noexcept { return text(raw_.plugin); }
    List<std::string_view> reasons() const noexcept { return List<std::string_view>(raw_.reasons); }

private:
    berth_whatif_result raw_{};
};

class Hypothetical {
public:
    Hypothetical(const berth_host* host, const berth_whatif_v1* table, berth_whatif* raw) noexcept
        : host_(host), table_(table), raw_(raw) {}
    Hypothetical(Hypothetical&& other) noexcept
        : host_(other.host_), table_(other.table_), raw_(std::exchange(other.raw_, nullptr)) {}
    Hypothetical(const Hypothetical&) = delete;
    Hypothetical& operator=(const Hypothetical&) = delete;
    ~Hypothetical() {
        if (raw_ != nullptr) {
            table_->close(host_, raw_);
        }
    }

    // False: it could not be opened.
    explicit operator bool() const noexcept { return raw_ != nullptr; }
    // As it is now; a view until its next change.
    Node node() const noexcept { return Nodes(table_->nodes(host_, raw_))[0]; }

    // False: the pod is not there, or there already, or a plugin failed; `why` says it.
    bool remove(const berth_pod& pod, WhatIfResult* why = nullptr) noexcept {
        return table_->remove_pod(host_, raw_, &pod, raw_of(why)) == BERTH_SUCCESS;
    }
    // `pod` lives as long as this.
    bool add(const berth_pod& pod, WhatIfResult* why = nullptr) noexcept {
        return table_->add_pod(host_, raw_, &pod, raw_of(why)) == BERTH_SUCCESS;
    }
    // Would the pod fit now? flags: BERTH_WHATIF_…. Without `said` no text is made.
    bool fits(std::uint32_t flags, WhatIfResult* said = nullptr) noexcept {
        return table_->filter(host_, raw_, flags, raw_of(said)) == BERTH_SUCCESS;
    }

private:
    static berth_whatif_result* raw_of(WhatIfResult* result) noexcept {
        return result == nullptr ? nullptr : result->raw();
    }

    const berth_host* host_;
    const berth_whatif_v1* table_;
    berth_whatif* raw_;
};

class WhatIf {
public:
    explicit WhatIf(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_whatif_v1>(BERTH_HOST_WHATIF_V1)) {}

    Hypothetical open(const Call& call, const Pod& pod, std::uint32_t row) const noexcept {
        return {host_, table_, table_->open(host_, call.raw(), pod.raw(), row)};
    }

private:
    const berth_host* host_;
    const berth_whatif_v1* table_;
};

}  // namespace berth

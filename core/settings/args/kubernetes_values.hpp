// Values of args that are types of Kubernetes' own API: node affinity and label selectors.
//
// Their fields: k8s.io/api core/v1 and meta/v1; what may stand in them: component-helpers'
// scheduling/corev1/nodeaffinity and apimachinery's labels, v0.37.2. Internal to decode_args.
// One thread.
#pragma once

#include <string_view>
#include <vector>

#include <berth/args.h>
#include <berth/selector.h>

#include "core/base/symbol.hpp"
#include "core/settings/args/args.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

[[nodiscard]] const berth_args_schema& node_affinity_schema();
[[nodiscard]] const berth_args_schema& label_selector_schema();

// Makes the typed forms of values that were decoded by these schemas, checking them on the way.
class KubernetesValues {
public:
    KubernetesValues(Args& args, base::SymbolTable* symbols, Report& report)
        : args_(args), symbols_(symbols), report_(report) {}

    const berth_node_affinity* node_affinity(const berth_value& value, std::string_view path);
    const berth_selector* label_selector(const berth_value& value, std::string_view path);

private:
    enum class Where { kLabels, kFields, kSelector };

    const berth_node_selector* node_selector(const berth_value& value, std::string_view path);
    berth_node_term node_term(const berth_value& value, std::string_view path);
    berth_array requirements(const berth_value* list, std::string_view path, Where where);
    berth_requirement requirement(const berth_value& value, std::string_view path, Where where);
    void check(const berth_requirement& requirement, std::string_view path, Where where);
    void check_integers(const berth_requirement& requirement, std::string_view path);
    [[nodiscard]] berth_symbol symbol(berth_str name) const;

    Args& args_;
    base::SymbolTable* symbols_;
    Report& report_;
};

}  // namespace berth::settings

#include <array>

#include "core/settings/args/kubernetes_values.hpp"

namespace berth::settings {

namespace {

constexpr berth_str str(std::string_view text) {
    return {text.data(), text.size()};
}

constexpr berth_field field(std::string_view name, std::uint32_t kind, std::uint32_t flags = 0,
                            const berth_args_schema* object = nullptr,
                            std::uint32_t element_kind = 0) {
    berth_field made{};
    made.struct_size = sizeof(berth_field);
    made.kind = kind;
    made.flags = flags;
    made.versions = BERTH_CONFIG_ALL;
    made.name = str(name);
    made.object = object;
    made.element_kind = element_kind;
    return made;
}

constexpr berth_field list_of(std::string_view name, const berth_args_schema* object) {
    return field(name, BERTH_KIND_LIST, BERTH_FIELD_OPTIONAL, object, BERTH_KIND_OBJECT);
}

template <std::size_t N>
constexpr berth_args_schema schema(const std::array<berth_field, N>& fields) {
    return {sizeof(berth_args_schema),
            BERTH_CONFIG_ALL,
            {fields.data(), static_cast<std::uint32_t>(N), sizeof(berth_field)}};
}

const std::array kRequirementFields = {
    field("key", BERTH_KIND_STRING),
    field("operator", BERTH_KIND_STRING),
    field("values", BERTH_KIND_LIST, BERTH_FIELD_OPTIONAL, nullptr, BERTH_KIND_STRING),
};
const berth_args_schema kRequirement = schema(kRequirementFields);

const std::array kTermFields = {
    list_of("matchExpressions", &kRequirement),
    list_of("matchFields", &kRequirement),
};
const berth_args_schema kTerm = schema(kTermFields);

const std::array kNodeSelectorFields = {list_of("nodeSelectorTerms", &kTerm)};
const berth_args_schema kNodeSelector = schema(kNodeSelectorFields);

const std::array kPreferredFields = {
    field("weight", BERTH_KIND_INT),
    field("preference", BERTH_KIND_OBJECT, 0, &kTerm),
};
const berth_args_schema kPreferred = schema(kPreferredFields);

const std::array kNodeAffinityFields = {
    field("requiredDuringSchedulingIgnoredDuringExecution", BERTH_KIND_OBJECT, BERTH_FIELD_OPTIONAL,
          &kNodeSelector),
    list_of("preferredDuringSchedulingIgnoredDuringExecution", &kPreferred),
};
const berth_args_schema kNodeAffinity = schema(kNodeAffinityFields);

const std::array kLabelSelectorFields = {
    field("matchLabels", BERTH_KIND_STRING_MAP, BERTH_FIELD_OPTIONAL),
    list_of("matchExpressions", &kRequirement),
};
const berth_args_schema kLabelSelector = schema(kLabelSelectorFields);

}  // namespace

const berth_args_schema& node_affinity_schema() {
    return kNodeAffinity;
}

const berth_args_schema& label_selector_schema() {
    return kLabelSelector;
}

}  // namespace berth::settings

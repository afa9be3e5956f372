// Words that everyone needs, with fixed symbols, so that hot code compares numbers.
//
// They hold in every SymbolTable that begins with first_words():
//     base::SymbolTable symbols(model::first_words());
#pragma once

#include <span>
#include <string_view>

#include "core/base/symbol.hpp"

namespace berth::model {

inline constexpr base::Symbol kCpu{1};
inline constexpr base::Symbol kMemory{2};
inline constexpr base::Symbol kEphemeralStorage{3};
inline constexpr base::Symbol kPods{4};
inline constexpr base::Symbol kDefaultNamespace{5};     // default
inline constexpr base::Symbol kHostnameLabel{6};        // kubernetes.io/hostname
inline constexpr base::Symbol kZoneLabel{7};            // topology.kubernetes.io/zone
inline constexpr base::Symbol kRegionLabel{8};          // topology.kubernetes.io/region
inline constexpr base::Symbol kBetaZoneLabel{9};        // failure-domain.beta.kubernetes.io/zone
inline constexpr base::Symbol kBetaRegionLabel{10};     // failure-domain.beta…/region
inline constexpr base::Symbol kNamespaceNameLabel{11};  // kubernetes.io/metadata.name
inline constexpr base::Symbol kMetadataNameField{12};   // metadata.name

[[nodiscard]] std::span<const std::string_view> first_words();

}  // namespace berth::model

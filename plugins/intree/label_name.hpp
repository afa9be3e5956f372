// What apimachinery calls a qualified name: a label key, a resource, a topology key.
//
// Rules: k8s.io/apimachinery pkg/util/validation (IsQualifiedName) v0.37.2. Pure: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace berth::intree {

// What is wrong with the name; "" if nothing.
std::string label_name_error(std::string_view name);

// `Invalid value: "x": detail`, as apimachinery's field errors.
std::string invalid_value(std::string_view text, std::string_view detail);
std::string invalid_value(std::int64_t number, std::string_view detail);

}  // namespace berth::intree

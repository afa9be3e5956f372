// What label keys and values may look like, with apimachinery's complaints
// (pkg/api/validate/content/kube.go, v0.37.2). Pure functions: any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::model {

// Empty: it is valid.
[[nodiscard]] std::vector<std::string> label_key_errors(std::string_view key);
[[nodiscard]] std::vector<std::string> label_value_errors(std::string_view value);
[[nodiscard]] bool is_label_key(std::string_view key);

}  // namespace berth::model

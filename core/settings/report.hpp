// Report: collects everything that is wrong with one configuration file.
//
// A finding names a field path as kube-scheduler writes it, "profiles[0].plugins.score.enabled[1]";
// the place in the file is looked up from the path, so that no struct has to carry lines.
// Made for one load(), one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/model/tree.hpp"

namespace berth::settings {

struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// Where the path ends, or the deepest part of it that the document has.
[[nodiscard]] Position locate(const model::Value& root, std::string_view path);

// "profiles" + 3 -> "profiles[3]"
[[nodiscard]] std::string indexed(std::string_view path, std::size_t index);
// "a" + "b" -> "a.b"; "" + "b" -> "b"; "a" + "[0].b" -> "a[0].b"
[[nodiscard]] std::string joined(std::string_view path, std::string_view child);

class Report {
public:
    explicit Report(std::string_view file) : file_(file) {}
    // The document that paths are looked up in; borrowed until the last finding.
    void set_root(const model::Value& root) { root_ = &root; }
    // The same, kept: findings may come when its reader is gone.
    void keep_root(const model::Document& document) {
        kept_ = std::make_shared<const model::Document>(document);
        root_ = &kept_->root;
    }

    void error(std::string_view field, std::string text);
    void error_at(Position position, std::string_view field, std::string text);
    void start_error(std::string_view field, std::string text);
    void warning(std::string_view field, std::string text);

    base::Errors errors;
    base::Errors start_errors;
    base::Errors warnings;

private:
    [[nodiscard]] base::Error make(std::string_view field, std::string text) const;

    std::string file_;
    const model::Value* root_ = nullptr;
    std::shared_ptr<const model::Document> kept_;
};

// The forms of k8s.io/apimachinery's field errors (util/validation/field/errors.go).
[[nodiscard]] std::string quoted(std::string_view text);  // as Go's %q
[[nodiscard]] std::string invalid_value(std::string_view value, std::string_view detail);
[[nodiscard]] std::string required_value(std::string_view detail);

}  // namespace berth::settings

// ObjectReader: reads the fields of one object of the file, strictly.
//
// Each read() names a field and gives it a type; null and absent leave the variable alone, as in
// Go. done() reports every member that nobody asked for, with the nearest name. Internal to
// settings; borrowed parts must outlive it. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/model/tree.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

// "expected a list, found a string \"x\""
[[nodiscard]] std::string wrong_type(std::string_view expected, const model::Value& found);
// The name of `known` that is nearest to a misspelt one; "" if none is near.
[[nodiscard]] std::string_view nearest(std::string_view name,
                                       const std::vector<std::string_view>& known);

class ObjectReader {
public:
    using Each = std::function<void(const model::Value&, std::string_view path)>;

    // What is neither an object nor null is an error here.
    ObjectReader(const model::Value& value, std::string_view path, Report& report);

    void read(std::string_view name, bool& out);
    void read(std::string_view name, std::int32_t& out);
    void read(std::string_view name, std::int64_t& out);
    void read(std::string_view name, double& out);
    void read(std::string_view name, std::string& out);
    void read(std::string_view name, base::Duration& out);
    void read(std::string_view name, std::vector<std::string>& out);
    template <typename T>
    void read(std::string_view name, std::optional<T>& out) {
        T value{};
        if (has(name)) {
            read(name, value);
            out = std::move(value);
        } else {
            static_cast<void>(take(name));
        }
    }
    void read_base64(std::string_view name, std::string& out);
    void read_list(std::string_view name, const Each& each);
    // The value, or null where it is absent or null.
    [[nodiscard]] const model::Value* take(std::string_view name);
    // A field that this version of the file does not have: an error that says so if it is there.
    void refuse(std::string_view name, std::string_view why);

    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] std::string path(std::string_view name) const { return joined(path_, name); }
    void done();

private:
    void mismatch(std::string_view name, std::string_view expected, const model::Value& found);
    bool read_integer(std::string_view name, std::string_view expected, std::int64_t low,
                      std::int64_t high, std::int64_t& out);

    const model::Value& value_;
    std::string path_;
    Report& report_;
    std::vector<std::string_view> known_;
};

}  // namespace berth::settings

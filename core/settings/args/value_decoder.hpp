// ValueDecoder: one value of the file -> one berth_value by its field's schema.
//
// Internal to decode_args. Borrowed parts must outlive it. One thread.
#pragma once

#include <string>
#include <string_view>

#include <berth/args.h>

#include "core/base/symbol.hpp"
#include "core/model/tree.hpp"
#include "core/settings/args/args.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

class ValueDecoder {
public:
    ValueDecoder(Args& args, std::uint32_t version_bit, base::SymbolTable* symbols, Report& report)
        : args_(args), version_bit_(version_bit), symbols_(symbols), report_(report) {}

    // The members of an object; null stands for an empty one.
    const berth_value* object(const berth_args_schema& schema, const model::Value* written,
                              std::string_view path, bool is_root);
    // Errors so far that concern a value only: the shape is right, so that validate may look at it.
    [[nodiscard]] std::size_t value_errors() const { return value_errors_; }

private:
    void value_error(std::string_view path, std::string text);
    const berth_value* field(const berth_field& field, const model::Value* written,
                             std::string_view path);
    const berth_value* absent(const berth_field& field, std::string_view path);
    const berth_value* present(const berth_field& field, std::uint32_t kind,
                               const model::Value& written, std::string_view path);
    const berth_value* zero(const berth_field& field, std::uint32_t kind, std::string_view path);
    const berth_value* from_default(const berth_field& field, std::uint32_t kind,
                                    std::string_view json, std::string_view path);
    const berth_value* list(const berth_field& field, const model::Value& written,
                            std::string_view path);
    const berth_value* string_map(const model::Value& written, std::string_view path);
    const berth_value* any(const model::Value& written);
    const berth_value* kubernetes(std::uint32_t kind, const model::Value& written,
                                  std::string_view path);

    bool scalar(const berth_field& field, std::uint32_t kind, const model::Value& written,
                std::string_view path, berth_value& out);
    bool text_scalar(std::uint32_t kind, const model::Value& written, std::string_view path,
                     berth_value& out);
    void check_range(const berth_field& field, const berth_value& value, std::string_view path);
    void check_allowed(const berth_field& field, const berth_value& value, std::string_view path);

    [[nodiscard]] berth_value start(std::uint32_t kind, const model::Value* written) const;
    const berth_value* keep(const berth_value& value) { return args_.keep_one(value); }
    const berth_value* null_value();

    Args& args_;
    std::uint32_t version_bit_;
    base::SymbolTable* symbols_;
    Report& report_;
    bool in_default_ = false;  // values of defaults have no place in the file
    int depth_ = 0;
    std::size_t value_errors_ = 0;
};

enum class Nulls { kKept, kLeftOut };
// "{\"maxPods\":50,…}": members in schema order, no blanks.
void append_json(const berth_value& value, std::string& out, Nulls nulls = Nulls::kKept);

}  // namespace berth::settings

#include <fmt/format.h>

#include "core/model/text/json_text.hpp"
#include "core/settings/abi_view.hpp"
#include "core/settings/args/value_decoder.hpp"

namespace berth::settings {

namespace {

void append_members(const berth_value& value, std::string& out, Nulls nulls) {
    out += '{';
    for (std::uint32_t i = 0; i < value.members.count; ++i) {
        const auto* member = &AbiList<berth_member>(value.members)[i];
        if (nulls == Nulls::kLeftOut && member->value->kind == BERTH_KIND_NULL) {
            continue;
        }
        if (out.back() != '{') {
            out += ',';
        }
        model::append_json_string({member->name.ptr, member->name.len}, out);
        out += ':';
        append_json(*member->value, out, nulls);
    }
    out += '}';
}

void append_items(const berth_value& value, std::string& out, Nulls nulls) {
    out += '[';
    for (std::uint32_t i = 0; i < value.items.count; ++i) {
        if (i != 0) {
            out += ',';
        }
        append_json(AbiList<berth_value>(value.items)[i], out, nulls);
    }
    out += ']';
}

}  // namespace

void append_json(const berth_value& value, std::string& out, Nulls nulls) {
    switch (value.kind) {
        case BERTH_KIND_BOOL: out += value.integer != 0 ? "true" : "false"; return;
        case BERTH_KIND_INT: out += std::to_string(value.integer); return;
        case BERTH_KIND_DOUBLE: out += fmt::format("{}", value.number); return;
        case BERTH_KIND_STRING:
        case BERTH_KIND_DURATION:
        case BERTH_KIND_QUANTITY:
            model::append_json_string({value.text.ptr, value.text.len}, out);
            return;
        case BERTH_KIND_LIST: append_items(value, out, nulls); return;
        case BERTH_KIND_OBJECT:
        case BERTH_KIND_STRING_MAP:
        case BERTH_KIND_NODE_AFFINITY:
        case BERTH_KIND_LABEL_SELECTOR: append_members(value, out, nulls); return;
        default: out += "null"; return;
    }
}

}  // namespace berth::settings

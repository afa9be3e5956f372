#include "plugins/noderesourcetopology/result.hpp"

#include <algorithm>
#include <utility>

#include "plugins/noderesourcetopology/json.hpp"

namespace berth::numa {
namespace {

// Whether a value can be read into Go's type of that field at all; what is absent can.
bool is_text(const Json* value) {
    return value == nullptr || value->is(Json::Kind::kText);
}
bool is_list(const Json* value) {
    return value == nullptr || value->is(Json::Kind::kList);
}

// A list of resources; false: it cannot be read, and so the whole text cannot.
bool read_amounts(const Json& list, Amounts& out) {
    if (!list.is(Json::Kind::kObject)) {
        return false;
    }
    for (const auto& [name, written] : list.members) {
        if (written.is(Json::Kind::kNull)) {
            out.at(name) = 0;
            continue;
        }
        const auto value =
            written.is_scalar() ? read_quantity(written.text, scale_of(name)) : std::nullopt;
        if (!value) {
            return false;
        }
        out.at(name) = *value;
    }
    return true;
}

bool read_resources(const Json* resources, Amounts& capacity) {
    if (resources == nullptr) {
        return true;
    }
    if (!resources->is(Json::Kind::kObject)) {
        return false;
    }
    Amounts allocatable;
    const Json* const written = resources->find_folded("capacity");
    const Json* const other = resources->find_folded("allocatable");
    return (written == nullptr || read_amounts(*written, capacity)) &&
           (other == nullptr || read_amounts(*other, allocatable));
}

}  // namespace

Result read_result(std::string_view text) {
    const std::optional<Json> document = parse_json(text);
    if (!document || !document->is(Json::Kind::kList)) {
        return {};
    }
    Result result;
    for (const Json& zone : document->items) {
        if (zone.is(Json::Kind::kNull)) {
            continue;
        }
        if (!zone.is(Json::Kind::kObject)) {
            return {};
        }
        const Json* const name = zone.find_folded("name");
        const Json* const type = zone.find_folded("type");
        ZoneShare share;
        if (!is_text(name) || !is_text(type) || !is_text(zone.find_folded("parent")) ||
            !is_list(zone.find_folded("costs")) ||
            !read_resources(zone.find_folded("resources"), share.amounts)) {
            return {};
        }
        if (type != nullptr && type->text == "Node") {
            share.name = name == nullptr ? std::string() : name->text;
            result.push_back(std::move(share));
        }
    }
    return result;
}

std::string write_result(const Result& result) {
    std::string out = "[";
    for (const ZoneShare& zone : result) {
        std::vector<std::pair<std::string_view, std::int64_t>> amounts = {
            {kCpu, zone.amounts.milli_cpu},
            {kMemory, zone.amounts.memory},
            {kEphemeralStorage, zone.amounts.ephemeral_storage}};
        for (const Other& other : zone.amounts.others) {
            amounts.emplace_back(other.name, other.value);
        }
        std::sort(amounts.begin(), amounts.end());
        out += out.size() == 1 ? "{\"name\":" : ",{\"name\":";
        append_json(zone.name, out);
        out += R"(,"type":"Node","resources":{"capacity":{)";
        for (const auto& [name, value] : amounts) {
            if (value == 0) {
                continue;
            }
            out += out.back() == '{' ? "" : ",";
            append_json(name, out);
            out += ":\"" + write_quantity(value, form_of(name)) + '"';
        }
        out += "}}}";
    }
    return out + "]";
}

std::string result_patch(std::string_view result) {
    std::string out = R"({"metadata":{"annotations":{"topology.crane.io/topology-result":)";
    append_json(result, out);
    return out + "}}}";
}

}  // namespace berth::numa

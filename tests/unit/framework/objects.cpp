#include "tests/unit/framework/objects.hpp"

#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace berth::framework::testing {
namespace {

std::string describe_all(const berth_array& requirements) {
    static constexpr const char* kOperators[] = {"?",      "in", "notin", "exists",
                                                 "absent", "gt", "lt"};
    std::string line;
    for (const auto& requirement : items_of<berth_requirement>(requirements)) {
        line += fmt::format("{}{} {}({})", line.empty() ? "" : " ", text(requirement.name),
                            kOperators[requirement.op], fmt::join(texts(requirement.values), ","));
    }
    return line;
}

}  // namespace

model::Object Objects::decode(std::string_view yaml) {
    model::Decoded decoded = model::decode_text(yaml, "test.yaml", pools);
    for (const base::Error& error : decoded.errors) {
        FAIL(error.message());
    }
    REQUIRE(!decoded.objects.empty());
    return model::finish(std::move(decoded.objects[0]), pools);
}

PodInfoRef Objects::pod(std::string_view spec, std::string_view meta, std::string_view rest) {
    const model::Object object = decode(
        fmt::format("apiVersion: v1\nkind: Pod\nmetadata: {}\nspec: {}\n{}\n", meta, spec, rest));
    return views.make(model::as<model::Pod>(object));
}

std::string describe(const berth_selector* selector) {
    return selector->matches_nothing != 0 ? "nothing" : describe_all(selector->requirements);
}

std::string describe(const berth_node_term& term) {
    return fmt::format("{}{} fields {}", term.matches_nothing != 0 ? "nothing: " : "",
                       describe_all(term.expressions), describe_all(term.fields));
}

std::string describe(const berth_requests* requests) {
    std::string line =
        fmt::format("{}/{}/{}", requests->milli_cpu, requests->memory, requests->ephemeral_storage);
    for (const berth_amount& amount : items_of<berth_amount>(requests->scalars)) {
        line += fmt::format(" {}={}", text(amount.name), amount.value);
    }
    return line;
}

std::string describe_labels(const berth_array& labels) {
    std::string line;
    for (const berth_label& label : items_of<berth_label>(labels)) {
        line +=
            fmt::format("{}{}={}", line.empty() ? "" : " ", text(label.name), text(label.value));
    }
    return line;
}

std::vector<std::string> texts(const berth_array& strings) {
    std::vector<std::string> list;
    for (const berth_str& string : items_of<berth_str>(strings)) {
        list.push_back(text(string));
    }
    return list;
}

}  // namespace berth::framework::testing

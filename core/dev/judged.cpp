#include "core/dev/judged.hpp"

#include "core/model/tree.hpp"

namespace berth::dev {
namespace {

std::string text(const model::Value& object, std::string_view key) {
    const model::Value* const found = object.find(key);
    return found == nullptr ? "" : std::string(found->text());
}

std::int64_t number(const model::Value& object, std::string_view key) {
    const model::Value* const found = object.find(key);
    return found == nullptr ? 0 : found->as_int();
}

std::string refusal(const model::Value& object) {
    std::string out = text(object, "plugin");
    const model::Value* const reasons = object.find("reasons");
    bool first = true;
    for (const model::Value& reason :
         reasons == nullptr ? std::span<const model::Value>() : reasons->items()) {
        out += (first ? (out.empty() ? "" : ": ") : ", ") + std::string(reason.text());
        first = false;
    }
    return out;
}

JudgedScore score(const model::Value& object) {
    JudgedScore out;
    out.total = number(object, "total");
    if (const model::Value* const plugins = object.find("plugins")) {
        for (const model::Member& plugin : plugins->members()) {
            out.plugins[std::string(plugin.key)] = number(plugin.value, "weighted");
        }
    }
    return out;
}

JudgedPod judged_pod(const model::Value& object) {
    JudgedPod out;
    out.node = text(object, "node");
    for (const char* key : {"message", "error", "skipped"}) {
        out.message = out.message.empty() ? text(object, key) : out.message;
    }
    if (const model::Value* const refused = object.find("preFilter");
        out.message.empty() && refused) {
        out.message = refusal(*refused);
    }
    if (const model::Value* const nodes = object.find("rejected")) {
        for (const model::Member& node : nodes->members()) {
            out.refused[std::string(node.key)] = refusal(node.value);
        }
    }
    if (const model::Value* const nodes = object.find("scores")) {
        for (const model::Member& node : nodes->members()) {
            out.scores[std::string(node.key)] = score(node.value);
        }
    }
    return out;
}

}  // namespace

base::Result<Judged> read_judged(std::string_view json_lines) {
    const model::Parsed parsed = model::parse_json(json_lines, "the answers");
    if (!parsed.errors.empty()) {
        return base::fail(parsed.errors.front());
    }
    Judged out;
    for (const model::Document& document : parsed.documents) {
        out[text(document.root, "pod")] = judged_pod(document.root);
    }
    return out;
}

}  // namespace berth::dev

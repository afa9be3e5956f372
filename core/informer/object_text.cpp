#include "core/informer/object_text.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/model/decode.hpp"
#include "core/model/tree.hpp"

namespace berth::informer {
namespace {

using model::Value;

constexpr std::string_view kInitialEventsEnd = "k8s.io/initial-events-end";

std::string_view text_at(const Value* object, std::string_view key) {
    const Value* value = object == nullptr ? nullptr : object->find(key);
    return value == nullptr ? std::string_view() : value->text();
}

base::Result<model::Object> read_object(const Value& root, model::Pools& pools) {
    model::Decoded decoded;
    model::decode_tree(root, "", pools, decoded);
    if (!decoded.errors.empty()) {
        return base::fail(decoded.errors.front());
    }
    if (decoded.objects.size() != 1) {
        return base::fail(base::ErrorCode::kInvalid, "expected one object");
    }
    return model::finish(std::move(decoded.objects.front()), pools);
}

base::Result<model::Object> read_whole(std::string_view json, model::Pools& pools) {
    const model::Parsed parsed = model::parse_json(json, "");
    if (parsed.documents.size() != 1) {
        return base::fail(parsed.errors.empty()
                              ? base::fail(base::ErrorCode::kInvalid, "expected an object").value()
                              : parsed.errors.front());
    }
    return read_object(parsed.documents.front().root, pools);
}

std::optional<FrameType> type_of(std::string_view word) {
    constexpr std::pair<std::string_view, FrameType> kTypes[] = {
        {"ADDED", FrameType::kAdded},     {"MODIFIED", FrameType::kModified},
        {"DELETED", FrameType::kDeleted}, {"BOOKMARK", FrameType::kBookmark},
        {"ERROR", FrameType::kError},
    };
    for (const auto& [name, type] : kTypes) {
        if (name == word) {
            return type;
        }
    }
    return std::nullopt;
}

void read_bookmark(const Value& object, Frame& frame) {
    const Value* const metadata = object.find("metadata");
    frame.resource_version = text_at(metadata, "resourceVersion");
    const Value* const annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
    frame.initial_events_end = text_at(annotations, kInitialEventsEnd) == "true";
}

}  // namespace

base::Result<model::Object> read_item(std::string_view json, const client::Resource& resource,
                                      model::Pools& pools) {
    if (resource.kind.empty()) {
        return read_whole(json, pools);
    }
    const bool empty = json.find_first_not_of(" \t\r\n", 1) == json.size() - 1;
    const std::string whole =
        fmt::format(R"({{"apiVersion":"{}","kind":"{}"{}{})", resource.api_version(), resource.kind,
                    empty ? "" : ",", json.substr(1));
    return read_whole(whole, pools);
}

base::Result<Frame> read_frame(std::string_view line, model::Pools& pools) {
    const model::Parsed parsed = model::parse_json(line, "");
    if (parsed.documents.size() != 1) {
        return base::fail(base::ErrorCode::kUnavailable, "a line of a watch is not JSON");
    }
    const Value& root = parsed.documents.front().root;
    const Value* const object = root.find("object");
    const std::optional<FrameType> type = type_of(text_at(&root, "type"));
    if (!type || object == nullptr || !object->is_object()) {
        return base::fail(base::ErrorCode::kUnavailable,
                          "a line of a watch has no type, or no object");
    }
    Frame frame;
    frame.type = *type;
    if (*type == FrameType::kError) {
        const Value* const code = object->find("code");
        frame.code = code == nullptr ? 0 : static_cast<int>(code->as_int());
        frame.message = text_at(object, "message");
        return frame;
    }
    read_bookmark(*object, frame);
    if (*type == FrameType::kBookmark) {
        return frame;
    }
    base::Result<model::Object> read = read_object(*object, pools);
    if (!read) {
        return base::fail(std::move(read.error()));
    }
    frame.object = std::move(*read);
    return frame;
}

ListMetadata read_list_metadata(std::string_view json) {
    const model::Parsed parsed = model::parse_json(json, "");
    if (parsed.documents.empty()) {
        return {};
    }
    const Value& root = parsed.documents.front().root;
    return {std::string(text_at(&root, "resourceVersion")),
            std::string(text_at(&root, "continue"))};
}

}  // namespace berth::informer

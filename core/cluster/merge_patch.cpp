#include "core/cluster/merge_patch.hpp"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace berth::cluster {
namespace {

using rapidjson::Document;
using rapidjson::Value;

constexpr int kDeepest = 100;

void merge(Value& target, const Value& patch, Document::AllocatorType& memory, int depth) {
    if (!patch.IsObject() || depth == kDeepest) {
        target.CopyFrom(patch, memory);
        return;
    }
    if (!target.IsObject()) {
        target.SetObject();
    }
    for (const auto& member : patch.GetObject()) {
        const auto at = target.FindMember(member.name);
        if (member.value.IsNull()) {
            if (at != target.MemberEnd()) {
                target.RemoveMember(at);
            }
        } else if (at != target.MemberEnd()) {
            merge(at->value, member.value, memory, depth + 1);
        } else {
            Value made;
            merge(made, member.value, memory, depth + 1);
            target.AddMember(Value(member.name, memory), made, memory);
        }
    }
}

base::Status parse(Document& document, std::string_view text, std::string_view what) {
    document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseFullPrecisionFlag>(
        text.data(), text.size());
    if (document.HasParseError()) {
        return base::fail(base::ErrorCode::kInvalid,
                          fmt::format("{} is not JSON: {} at byte {}", what,
                                      rapidjson::GetParseError_En(document.GetParseError()),
                                      document.GetErrorOffset()));
    }
    if (!document.IsObject()) {
        return base::fail(base::ErrorCode::kInvalid, fmt::format("{} is not an object", what));
    }
    return {};
}

}  // namespace

base::Result<std::string> merge_patch(std::string_view object, std::string_view patch) {
    Document target;
    Document change;
    if (auto parsed = parse(target, object, "the object"); !parsed) {
        return tl::unexpected(parsed.error());
    }
    if (auto parsed = parse(change, patch, "the patch"); !parsed) {
        return tl::unexpected(parsed.error());
    }
    merge(target, change, target.GetAllocator(), 0);
    rapidjson::StringBuffer out;
    rapidjson::Writer<rapidjson::StringBuffer> writer(out);
    target.Accept(writer);
    return std::string(out.GetString(), out.GetSize());
}

}  // namespace berth::cluster

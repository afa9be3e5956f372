#include "core/cluster/patches.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/pointer.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace berth::cluster {
namespace {

using rapidjson::Document;
using rapidjson::Pointer;
using rapidjson::Value;
using Memory = Document::AllocatorType;

constexpr int kDeepest = 100;

std::string_view text_of(const Value& value) {
    return value.IsString() ? std::string_view(value.GetString(), value.GetStringLength())
                            : std::string_view();
}

std::string_view text_at(const Value& object, const char* name) {
    const auto found = object.FindMember(name);
    return found == object.MemberEnd() ? std::string_view() : text_of(found->value);
}

Value key_of(std::string_view name, Memory& memory) {
    return {name.data(), static_cast<rapidjson::SizeType>(name.size()), memory};
}

Value* find(Value& object, std::string_view name) {
    const auto at = object.FindMember(
        Value(rapidjson::StringRef(name.data() == nullptr ? "" : name.data(), name.size())));
    return at == object.MemberEnd() ? nullptr : &at->value;
}

void set(Value& object, std::string_view name, Value value, Memory& memory) {
    if (Value* const there = find(object, name)) {
        *there = value;
    } else {
        object.AddMember(key_of(name, memory), value, memory);
    }
}

base::Status parse(Document& document, std::string_view text, std::string_view what,
                   rapidjson::Type type = rapidjson::kObjectType) {
    document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseFullPrecisionFlag>(
        text.data(), text.size());
    if (document.HasParseError()) {
        return base::fail(base::ErrorCode::kInvalid,
                          fmt::format("{} is not JSON: {} at byte {}", what,
                                      rapidjson::GetParseError_En(document.GetParseError()),
                                      document.GetErrorOffset()));
    }
    if (document.GetType() != type) {
        return base::fail(base::ErrorCode::kInvalid,
                          fmt::format("{} is not {}", what,
                                      type == rapidjson::kArrayType ? "a list" : "an object"));
    }
    return {};
}

std::string write(const Value& value) {
    rapidjson::StringBuffer out;
    rapidjson::Writer<rapidjson::StringBuffer> writer(out);
    value.Accept(writer);
    return {out.GetString(), out.GetSize()};
}

// Parses both texts, lets `change` work on the first and writes it.
template <typename Change>
base::Result<std::string> changed(std::string_view object, std::string_view patch,
                                  rapidjson::Type type, const Change& change) {
    Document target;
    Document given;
    base::Status good = parse(target, object, "the object");
    if (good) {
        good = parse(given, patch, "the patch", type);
    }
    if (good) {
        good = change(target, given);
    }
    return good ? base::Result<std::string>(write(target)) : tl::unexpected(good.error());
}

// --- merge patch ---
void merge(Value& target, const Value& patch, Memory& memory, int depth) {
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

// --- JSON patch ---
class JsonPatch {
public:
    explicit JsonPatch(Document& target) : target_(target), memory_(target.GetAllocator()) {}

    base::Status apply(const Value& operation) {
        if (!operation.IsObject()) {
            return base::fail(base::ErrorCode::kInvalid, "an operation of a patch is no object");
        }
        const std::string_view op = text_at(operation, "op");
        path_ = text_at(operation, "path");
        const Pointer place(path_.data(), path_.size());
        if (!place.IsValid()) {
            return base::fail(base::ErrorCode::kInvalid,
                              fmt::format("\"{}\" is no JSON pointer", path_));
        }
        if (op == "remove") {
            return place.Erase(target_) ? base::Status() : refused("there is nothing to remove");
        }
        if (op == "move" || op == "copy") {
            return transfer(op == "move", text_at(operation, "from"), place);
        }
        const auto value = operation.FindMember("value");
        if (value == operation.MemberEnd()) {
            return base::fail(base::ErrorCode::kInvalid,
                              fmt::format("the operation \"{}\" of {} has no value", op, path_));
        }
        Value copy(value->value, memory_);
        if (op == "add") {
            return add(place, std::move(copy));
        }
        Value* const there = place.Get(target_);
        if (op == "test") {
            return there != nullptr && *there == copy ? base::Status() : refused("test failed");
        }
        if (op != "replace") {
            return base::fail(base::ErrorCode::kInvalid,
                              fmt::format("\"{}\" is no operation of a JSON patch", op));
        }
        if (there == nullptr) {
            return refused("there is nothing to replace");
        }
        *there = copy;
        return {};
    }

private:
    [[nodiscard]] base::Status refused(std::string_view why) const {
        return base::fail(base::ErrorCode::kConflict, fmt::format("{}: {}", path_, why));
    }

    base::Status add(const Pointer& place, Value value) {
        if (place.GetTokenCount() == 0) {
            static_cast<Value&>(target_) = value;
            return {};
        }
        const Pointer::Token& last = place.GetTokens()[place.GetTokenCount() - 1];
        Value* const parent = Pointer(place.GetTokens(), place.GetTokenCount() - 1).Get(target_);
        if (parent != nullptr && parent->IsObject()) {
            set(*parent, {last.name, last.length}, std::move(value), memory_);
            return {};
        }
        if (parent == nullptr || !parent->IsArray()) {
            return refused("there is nothing to add it to");
        }
        const std::string_view word(last.name, last.length);
        const rapidjson::SizeType position = word == "-" ? parent->Size() : last.index;
        if (position > parent->Size()) {
            return refused("no such place in the list");
        }
        parent->PushBack(value, memory_);
        std::rotate(parent->Begin() + position, parent->End() - 1, parent->End());
        return {};
    }

    base::Status transfer(bool take, std::string_view from, const Pointer& place) {
        const Pointer source(from.data(), from.size());
        const Value* const there = source.IsValid() ? source.Get(target_) : nullptr;
        if (there == nullptr) {
            return refused(fmt::format("there is nothing at {}", from));
        }
        Value copy(*there, memory_);
        if (take && !source.Erase(target_)) {
            return refused("the whole object cannot be moved");
        }
        return add(place, std::move(copy));
    }

    Document& target_;
    Memory& memory_;
    std::string_view path_;
};

// --- strategic merge patch ---
// Lists that are merged, and by which key; an empty key: of texts, as a set.
using MergedList = std::pair<std::string_view, std::string_view>;
constexpr MergedList kMergedLists[] = {{"addresses", "type"},
                                       {"conditions", "type"},
                                       {"containers", "name"},
                                       {"env", "name"},
                                       {"ephemeralContainers", "name"},
                                       {"finalizers", ""},
                                       {"hostAliases", "ip"},
                                       {"imagePullSecrets", "name"},
                                       {"initContainers", "name"},
                                       {"ownerReferences", "uid"},
                                       {"podIPs", "ip"},
                                       {"ports", "containerPort"},
                                       {"resourceClaims", "name"},
                                       {"resourceClaimStatuses", "name"},
                                       {"schedulingGates", "name"},
                                       {"topologySpreadConstraints", "topologyKey"},
                                       {"volumeDevices", "devicePath"},
                                       {"volumeMounts", "mountPath"},
                                       {"volumes", "name"}};

const MergedList* merged_list(std::string_view field) {
    for (const MergedList& list : kMergedLists) {
        if (list.first == field) {
            return &list;
        }
    }
    return nullptr;
}

class StrategicPatch {
public:
    explicit StrategicPatch(Memory& memory) : memory_(memory) {}

    void merge_object(Value& target, const Value& patch, int depth) {
        if (directive(patch) == "delete") {
            target.SetObject();
            return;
        }
        if (!target.IsObject() || directive(patch) == "replace") {
            target.SetObject();
        }
        retain(target, patch);
        for (const auto& member : patch.GetObject()) {
            const std::string_view name = text_of(member.name);
            if (name.starts_with(kDelete)) {
                delete_from(target, name.substr(kDelete.size()), member.value);
            } else if (!name.starts_with('$')) {
                merge_member(target, name, member.value, depth);
            }
        }
    }

private:
    static constexpr std::string_view kDelete = "$deleteFromPrimitiveList/";

    static std::string_view directive(const Value& patch) { return text_at(patch, "$patch"); }

    static void retain(Value& target, const Value& patch) {
        const auto at = patch.FindMember("$retainKeys");
        if (at == patch.MemberEnd() || !at->value.IsArray()) {
            return;
        }
        for (auto member = target.MemberBegin(); member != target.MemberEnd();) {
            const bool kept = std::any_of(
                at->value.Begin(), at->value.End(),
                [&](const Value& one) { return text_of(one) == text_of(member->name); });
            member = kept ? member + 1 : target.EraseMember(member);
        }
    }

    static void delete_from(Value& target, std::string_view name, const Value& gone) {
        Value* const list = find(target, name);
        if (list == nullptr || !list->IsArray() || !gone.IsArray()) {
            return;
        }
        const auto* const end = std::remove_if(list->Begin(), list->End(), [&](const Value& one) {
            return std::find(gone.Begin(), gone.End(), one) != gone.End();
        });
        list->Erase(end, list->End());
    }

    void merge_member(Value& target, std::string_view name, const Value& patch, int depth) {
        Value* const there = find(target, name);
        const MergedList* const list = patch.IsArray() ? merged_list(name) : nullptr;
        if (patch.IsNull()) {
            target.RemoveMember(key_of(name, memory_));
        } else if (patch.IsObject() && depth < kDeepest) {
            Value made(rapidjson::kObjectType);
            if (there != nullptr) {
                made = *there;
            }
            merge_object(made, patch, depth + 1);
            set(target, name, std::move(made), memory_);
        } else if (list != nullptr) {
            Value made(rapidjson::kArrayType);
            if (there != nullptr && there->IsArray()) {
                made = *there;
            }
            merge_list(made, patch, list->second, depth);
            set(target, name, std::move(made), memory_);
        } else {
            set(target, name, Value(patch, memory_), memory_);
        }
    }

    void merge_list(Value& list, const Value& patch, std::string_view key, int depth) {
        const bool replaces = std::any_of(patch.Begin(), patch.End(), [](const Value& one) {
            return one.IsObject() && directive(one) == "replace";
        });
        if (replaces) {
            list.Clear();
        }
        for (const Value& one : patch.GetArray()) {
            if (key.empty() || !one.IsObject()) {
                if (std::find(list.Begin(), list.End(), one) == list.End()) {
                    list.PushBack(Value(one, memory_), memory_);
                }
            } else if (!(replaces && directive(one) == "replace" && one.MemberCount() == 1)) {
                merge_item(list, one, key, depth);
            }
        }
    }

    void merge_item(Value& list, const Value& patch, std::string_view key, int depth) {
        const Value name = key_of(key, memory_);
        const auto wanted = patch.FindMember(name);
        Value* const there = std::find_if(list.Begin(), list.End(), [&](const Value& item) {
            const auto at = item.IsObject() ? item.FindMember(name) : wanted;
            return item.IsObject() && wanted != patch.MemberEnd() && at != item.MemberEnd() &&
                   at->value == wanted->value;
        });
        if (directive(patch) == "delete") {
            if (there != list.End()) {
                list.Erase(there);
            }
        } else if (there != list.End()) {
            merge_object(*there, patch, depth + 1);
        } else {
            Value made(rapidjson::kObjectType);
            merge_object(made, patch, depth + 1);
            list.PushBack(made, memory_);
        }
    }

    Memory& memory_;
};

}  // namespace

base::Result<std::string> merge_patch(std::string_view object, std::string_view patch) {
    return changed(object, patch, rapidjson::kObjectType, [](Document& target, const Value& given) {
        merge(target, given, target.GetAllocator(), 0);
        return base::Status();
    });
}

base::Result<std::string> json_patch(std::string_view object, std::string_view patch) {
    return changed(object, patch, rapidjson::kArrayType, [](Document& target, const Value& given) {
        JsonPatch change(target);
        base::Status good;
        for (auto at = given.Begin(); good && at != given.End(); ++at) {
            good = change.apply(*at);
        }
        return good;
    });
}

base::Result<std::string> strategic_patch(std::string_view object, std::string_view patch) {
    return changed(object, patch, rapidjson::kObjectType, [](Document& target, const Value& given) {
        StrategicPatch(target.GetAllocator()).merge_object(target, given, 0);
        return base::Status();
    });
}

base::Result<std::string> with_member_of(std::string_view object, std::string_view other,
                                         std::string_view name) {
    return changed(object, other, rapidjson::kObjectType, [&](Document& target, Document& given) {
        Memory& memory = target.GetAllocator();
        if (Value* const value = find(given, name)) {
            set(target, name, Value(*value, memory), memory);
        } else {
            target.RemoveMember(key_of(name, memory));
        }
        return base::Status();
    });
}

}  // namespace berth::cluster

#include "core/model/encode.hpp"

#include <algorithm>

#include "core/model/encode/parts.hpp"

namespace berth::model {
namespace {

template <typename T>
Document tree_of(const T& object, std::string_view version, std::string_view kind,
                 const base::SymbolTable& symbols) {
    Writer out(symbols);
    out.object([&] {
        out.field("apiVersion", version);
        out.field("kind", kind);
        write(out, object);
    });
    return out.take();
}

// The members of `object` with those of `instead` in their place.
std::vector<Member> replaced(const Value& object, std::span<const Member> instead) {
    std::vector<Member> members(instead.begin(), instead.end());
    for (const Member& member : object.members()) {
        const bool known = std::any_of(instead.begin(), instead.end(), [&](const Member& other) {
            return other.key == member.key;
        });
        if (!known) {
            members.push_back(member);
        }
    }
    return members;
}

// The text that was read, with the metadata that was filled in since.
Document tree_of(const Unknown& object, const base::SymbolTable& symbols) {
    Parsed parsed = parse_json(object.json, "");
    if (parsed.documents.empty()) {
        return {};
    }
    struct Storage {
        std::shared_ptr<const void> text;
        std::shared_ptr<const void> meta;
        TreeStorage own;
    };
    Writer out(symbols);
    out.object([&] { write(out, object.meta); });
    const Document meta = out.take();
    const Document& read = parsed.documents.front();
    auto storage = std::make_shared<Storage>();
    storage->text = read.storage;
    storage->meta = meta.storage;

    const Value* written = read.root.find("metadata");
    const Value empty;
    std::vector<Member> metadata =
        replaced(written == nullptr ? empty : *written, meta.root.find("metadata")->members());
    Member field;
    field.key = "metadata";
    field.value = Value::make_object(storage->own.keep(std::span<const Member>(metadata)));
    std::vector<Member> members = replaced(read.root, std::span<const Member>(&field, 1));
    Document document;
    document.root = Value::make_object(storage->own.keep(std::span<const Member>(members)));
    document.storage = std::move(storage);
    return document;
}

}  // namespace

Document encode_tree(const Object& object, const base::SymbolTable& symbols) {
    return std::visit(
        [&](const auto& held) -> Document {
            if constexpr (std::is_same_v<std::decay_t<decltype(*held)>, Unknown>) {
                return tree_of(*held, symbols);
            } else {
                return tree_of(*held, api_version(object), kind_name(object), symbols);
            }
        },
        object);
}

std::string encode_json(const Object& object, const base::SymbolTable& symbols) {
    return to_json(encode_tree(object, symbols).root);
}

std::string encode_json(const Pod& pod, const base::SymbolTable& symbols) {
    return to_json(tree_of(pod, "v1", "Pod", symbols).root);
}

std::string encode_json(const Node& node, const base::SymbolTable& symbols) {
    return to_json(tree_of(node, "v1", "Node", symbols).root);
}

}  // namespace berth::model

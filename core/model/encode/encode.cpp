#include "core/model/encode.hpp"

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

}  // namespace

Document encode_tree(const Object& object, const base::SymbolTable& symbols) {
    return std::visit(
        [&](const auto& held) -> Document {
            if constexpr (std::is_same_v<std::decay_t<decltype(*held)>, Unknown>) {
                Parsed parsed = parse_json(held->json, "");
                return parsed.documents.empty() ? Document() : std::move(parsed.documents.front());
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

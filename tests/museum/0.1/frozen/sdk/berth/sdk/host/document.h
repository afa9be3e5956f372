// A file of the plugin's own, decoded strictly into a struct and followed while it changes.
//
//   struct Policy { …; static constexpr auto describe() { return berth::fields(…); } };
//   class Mine : … { berth::Document<Policy, Table> policy_; };
//   policy_(host, {.path = args.path, .api_version = "example.com/v1", .kind = "Policy"},
//           [](Policy&& read) { return Table(read); },     // any thread; throws: refused
//           [this](Table&& table) { … })                    // in the constructor, then scheduling
//
// The constructor throws with file, line and field where the first state cannot be used; a later
// one that cannot is logged by the host, and the last good one stays. A member of the plugin, after
// all that the two functions touch.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include <berth/host/documents.h>
#include <berth/sdk/args/decode.h>
#include <berth/sdk/args/schema.h>
#include <berth/sdk/host/host.h>

namespace berth {

struct DocumentPlace {
    std::string_view path;
    std::string_view api_version;  // empty: not looked at
    std::string_view kind;
};

template <class File, class Made>
class Document {
public:
    using Decode = std::function<Made(File&&)>;
    using Apply = std::function<void(Made&&)>;

    Document(const Host& host, const DocumentPlace& place, Decode decode, Apply apply)
        : decode_(std::move(decode)), apply_(std::move(apply)) {
        static const std::unique_ptr<detail::Schema> schema = detail::Schema::of(File{});
        const berth_document wanted = {sizeof(berth_document), 0,
                                       str(place.path),        str(place.api_version),
                                       str(place.kind),        schema->raw()};
        std::string said;
        const berth_errors errors = {sizeof(berth_errors), 0, &said, &collect};
        const auto& table = host.get<berth_documents_v1>(BERTH_HOST_DOCUMENTS_V1);
        if (table.open(host.raw(), &wanted, &kHandler, this, &errors) != BERTH_SUCCESS) {
            throw std::runtime_error(said.empty() ? "the host gives no reason" : said);
        }
    }
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

private:
    static void collect(const berth_errors* self, berth_str field, berth_str what) {
        auto& said = *static_cast<std::string*>(self->sink);
        said += said.empty() ? "" : "; ";
        said += field.len == 0 ? "" : std::string(text(field)) + ": ";
        said += text(what);
    }
    static void* decode(void* context, const berth_args* raw, const berth_errors* errors) {
        try {
            return new Made(
                static_cast<Document*>(context)->decode_(detail::decode_args<File>(raw)));
        } catch (const detail::ArgsError& thrown) {
            errors->add(errors, str(thrown.path()), str(thrown.what()));
        } catch (const std::exception& thrown) {
            errors->add(errors, {}, str(thrown.what()));
        } catch (...) {
            errors->add(errors, {}, str("exception of an unknown type"));
        }
        return nullptr;
    }
    static void apply(void* context, void* decoded) {
        const std::unique_ptr<Made> made(static_cast<Made*>(decoded));
        try {
            static_cast<Document*>(context)->apply_(std::move(*made));
        } catch (...) {  // an apply that throws has its state half in force: it must not
        }
    }
    static void drop(void*, void* decoded) { delete static_cast<Made*>(decoded); }

    static constexpr berth_document_handler kHandler = {sizeof(berth_document_handler), 0, &decode,
                                                        &apply, &drop};

    Decode decode_;
    Apply apply_;
};

}  // namespace berth

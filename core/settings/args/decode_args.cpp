#include "core/settings/args/decode_args.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/settings/abi_view.hpp"
#include "core/settings/args/value_decoder.hpp"
#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

std::string_view text_of(const model::Value& object, std::string_view name) {
    const auto* value = object.find(name);
    return value == nullptr ? std::string_view() : value->text();
}

// args may say what they are: a kind and a version of their own.
bool check_type(const berth_factory& factory, Version version, const model::Value& written,
                std::string_view path, Report& report) {
    const auto kind = text_of(written, "kind");
    const auto api = text_of(written, "apiVersion");
    const std::string expected = std::string(view(factory.name)) + "Args";
    bool good = true;
    if (!kind.empty() && kind != expected) {
        report.error(joined(path, "kind"),
                     fmt::format("args for plugin {} were not of type {}, got {}",
                                 view(factory.name), expected, kind));
        good = false;
    }
    const bool beta = version != Version::kV1;
    const bool other_beta =
        beta && (api == api_version(Version::kV1Beta2) || api == api_version(Version::kV1Beta3));
    if (!api.empty() && api != api_version(version) && !other_beta) {
        report.error(joined(path, "apiVersion"),
                     fmt::format("expected {}, found {}", api_version(version), quoted(api)));
        good = false;
    }
    return good;
}

struct Sink {
    Report* report;
    std::string_view path;
    std::size_t before = 0;  // errors of other args
    std::size_t count = 0;
};

// One error a field is enough: the schema's comes first.
void add_error(const berth_errors* self, berth_str field, berth_str text) {
    auto* sink = static_cast<Sink*>(self->sink);
    ++sink->count;
    const auto path = joined(sink->path, view(field));
    const auto& known = sink->report->errors;
    if (std::none_of(known.begin() + static_cast<std::ptrdiff_t>(sink->before), known.end(),
                     [&](const base::Error& error) { return error.field == path; })) {
        sink->report->error(path, std::string(view(text)));
    }
}

void validate(const berth_factory& factory, const Args& args, std::string_view path,
              std::size_t before, Report& report) {
    Sink sink{&report, path, before};
    berth_errors errors{};
    errors.struct_size = sizeof errors;
    errors.sink = &sink;
    errors.add = add_error;
    if (factory.validate(args.view(), &errors) != BERTH_SUCCESS && sink.count == 0) {
        report.error(path, fmt::format("plugin {} refuses its args without saying why",
                                       quoted(view(factory.name))));
    }
}

// As kube-scheduler names the step that failed.
void name_plugin(const berth_factory& factory, std::size_t before, Report& report) {
    for (std::size_t i = before; i < report.errors.size(); ++i) {
        report.errors[i].text += fmt::format(" (decoding args for plugin {})", view(factory.name));
    }
}

}  // namespace

bool knows_version(const berth_args_schema& schema, Version version) {
    return schema.versions == 0 || (schema.versions & version_bit(version)) != 0;
}

std::shared_ptr<const Args> decode_args(const berth_factory& factory, Version version,
                                        const ArgsSource& source, base::SymbolTable* symbols,
                                        Report& report) {
    const std::size_t before = report.errors.size();
    const Version read_as = knows_version(*factory.args, version) ? version : Version::kV1;
    if (source.written != nullptr &&
        !check_type(factory, version, *source.written, source.path, report)) {
        return nullptr;
    }
    auto args = std::make_shared<Args>();
    ValueDecoder decoder(*args, version_bit(read_as), symbols, report);
    const auto* root = decoder.object(*factory.args, source.written, source.path, true);
    if (report.errors.size() != before + decoder.value_errors()) {
        name_plugin(factory, before, report);
        return nullptr;
    }
    std::string json;
    append_json(*root, json);
    auto& view = args->mutable_view();
    view.struct_size = sizeof view;
    view.version = version_bit(read_as);
    view.root = root;
    view.json = args->keep(json);
    view.file = source.written == nullptr ? berth_str{nullptr, 0} : args->keep(source.file);
    view.profile = args->keep(source.profile);
    if (factory.validate != nullptr) {
        validate(factory, *args, source.path, before, report);
    }
    return report.errors.size() == before ? args : nullptr;
}

}  // namespace berth::settings

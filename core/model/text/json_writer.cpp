#include "core/model/text/json_writer.hpp"

#include <utility>

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "core/model/text/json_text.hpp"

namespace berth::model {

struct JsonWriter::Impl {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> compact{buffer};
    rapidjson::PrettyWriter<rapidjson::StringBuffer> indented{buffer};
    bool is_indented = false;

    template <typename Use>
    void with(Use&& use) {
        is_indented ? use(indented) : use(compact);
    }
    template <typename Use>
    void with_text(std::string_view text, Use&& use) {
        const std::string valid = is_valid_utf8(text) ? std::string() : to_valid_utf8(text);
        const std::string_view written = valid.empty() ? text : valid;
        with([&](auto& writer) {
            use(writer, written.empty() ? "" : written.data(),
                static_cast<rapidjson::SizeType>(written.size()));
        });
    }
};

JsonWriter::JsonWriter(Style style) : impl_(std::make_unique<Impl>()) {
    impl_->is_indented = style == Style::kIndented;
    impl_->indented.SetIndent(' ', 2);
}

JsonWriter::~JsonWriter() = default;

JsonWriter& JsonWriter::begin_object() {
    impl_->with([](auto& writer) { writer.StartObject(); });
    return *this;
}

JsonWriter& JsonWriter::end_object() {
    impl_->with([](auto& writer) { writer.EndObject(); });
    return *this;
}

JsonWriter& JsonWriter::begin_array() {
    impl_->with([](auto& writer) { writer.StartArray(); });
    return *this;
}

JsonWriter& JsonWriter::end_array() {
    impl_->with([](auto& writer) { writer.EndArray(); });
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    impl_->with_text(name,
                     [](auto& writer, const char* text, auto size) { writer.Key(text, size); });
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    impl_->with_text(text,
                     [](auto& writer, const char* data, auto size) { writer.String(data, size); });
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    impl_->with([truth](auto& writer) { writer.Bool(truth); });
    return *this;
}

JsonWriter& JsonWriter::null() {
    impl_->with([](auto& writer) { writer.Null(); });
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
    impl_->with([json](auto& writer) {
        writer.RawValue(json.data(), json.size(), rapidjson::kObjectType);
    });
    return *this;
}

JsonWriter& JsonWriter::signed_number(std::int64_t number) {
    impl_->with([number](auto& writer) { writer.Int64(number); });
    return *this;
}

JsonWriter& JsonWriter::unsigned_number(std::uint64_t number) {
    impl_->with([number](auto& writer) { writer.Uint64(number); });
    return *this;
}

std::string JsonWriter::take() && {
    return {impl_->buffer.GetString(), impl_->buffer.GetSize()};
}

}  // namespace berth::model

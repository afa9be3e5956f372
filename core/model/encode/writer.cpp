#include "core/model/encode/writer.hpp"

namespace berth::model {

void Writer::text(std::string_view key, std::string_view text) {
    name(key);
    builder_.add(Value::make_string(builder_.storage().keep_valid(text)));
}

void Writer::field(std::string_view key, std::string_view value) {
    if (!value.empty()) {
        text(key, value);
    }
}

void Writer::field(std::string_view key, const Quantity& quantity) {
    text(key, quantity.to_string());
}

void Writer::field(std::string_view key, const std::vector<std::string>& texts) {
    if (texts.empty()) {
        return;
    }
    name(key);
    builder_.begin_array(0, 0);
    for (const std::string& value : texts) {
        builder_.add(Value::make_string(builder_.storage().keep_valid(value)));
    }
    builder_.end_array();
}

void Writer::field(std::string_view key, const std::vector<base::Symbol>& texts) {
    std::vector<std::string> copies;
    copies.reserve(texts.size());
    for (base::Symbol symbol : texts) {
        copies.emplace_back(symbols_.text(symbol));
    }
    field(key, copies);
}

void Writer::number(std::string_view key, std::int64_t value) {
    name(key);
    builder_.add(Value::make_int(value, builder_.storage().keep(std::to_string(value))));
}

void Writer::boolean(std::string_view key, bool value) {
    name(key);
    builder_.add(Value::make_bool(value));
}

void Writer::time(std::string_view key, base::Time time) {
    text(key, base::format_time(time));
}

void Writer::labels(std::string_view key, std::span<const Label> labels) {
    if (!labels.empty()) {
        object(key, [&] {
            for (const Label& label : labels) {
                text(symbols_.text(label.key), label.value);
            }
        });
    }
}

void Writer::resources(std::string_view key, const ResourceList& list) {
    if (!list.empty()) {
        object(key, [&] {
            for (const Resource& resource : list) {
                field(symbols_.text(resource.name), resource.quantity);
            }
        });
    }
}

}  // namespace berth::model

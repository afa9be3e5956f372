#include "tests/unit/sdk/fake_host.hpp"

namespace berth::test {
namespace {

std::string_view view(berth_str str) {
    return str.len == 0 ? std::string_view() : std::string_view(str.ptr, str.len);
}
berth_str wire(std::string_view text) {
    return {text.data(), text.size()};
}

FakeHost& fake(const berth_host* host) {
    return *const_cast<FakeHost*>(static_cast<const FakeHost*>(host));
}

berth_reasons add_reasons(FakeHost& host, const berth_str* texts, std::uint32_t count) {
    std::vector<std::string> list;
    for (std::uint32_t i = 0; i < count; ++i) {
        list.emplace_back(view(texts[i]));
    }
    for (std::size_t i = 0; i < host.reasons.size(); ++i) {
        if (host.reasons[i] == list) {
            return static_cast<berth_reasons>(i);
        }
    }
    if (host.reasons.size() > host.most_reasons) {
        return 0;
    }
    host.reasons.push_back(list);
    return static_cast<berth_reasons>(host.reasons.size() - 1);
}

const berth_reasons_v1 kReasons = {
    .struct_size = sizeof(berth_reasons_v1),
    .reserved = 0,
    .intern = [](const berth_host* host, const berth_str* texts,
                 std::uint32_t count) { return add_reasons(fake(host), texts, count); },
    .detail = [](const berth_host* host, const berth_call*, const berth_str* texts,
                 std::uint32_t count) { return add_reasons(fake(host), texts, count); },
};

const berth_clock_v1 kClock = {
    .struct_size = sizeof(berth_clock_v1),
    .reserved = 0,
    .now_ns = [](const berth_host* host) { return fake(host).now_ns; },
    .steady_ns = [](const berth_host* host) { return fake(host).now_ns; },
};

const berth_symbols_v1 kSymbols = {
    .struct_size = sizeof(berth_symbols_v1),
    .reserved = 0,
    .intern = [](const berth_host* host, berth_str text) -> berth_symbol {
        auto& symbols = fake(host).symbols;
        if (text.len == 0) {
            return 0;
        }
        const auto next = static_cast<berth_symbol>(symbols.size() + 1);
        return symbols.emplace(view(text), next).first->second;
    },
    .text = [](const berth_host* host, berth_symbol symbol) -> berth_str {
        for (const auto& [text, number] : fake(host).symbols) {
            if (number == symbol) {
                return wire(text);
            }
        }
        return {};
    },
};

const berth_columns_v1 kColumns = {
    .struct_size = sizeof(berth_columns_v1),
    .reserved = 0,
    .label = [](const berth_host* host, const berth_call*,
                berth_symbol key) -> const berth_label_column* {
        const auto found = fake(host).label_columns.find(key);
        return found == fake(host).label_columns.end() ? nullptr : &found->second;
    },
    .value_id = [](const berth_host*, const berth_label_column* column,
                   berth_str text) -> std::uint32_t {
        for (std::uint32_t id = 1; column != nullptr && id <= column->values; ++id) {
            if (view(column->texts[id]) == view(text)) {
                return id;
            }
        }
        return 0;
    },
    .resource = [](const berth_host*, const berth_call*,
                   berth_symbol) -> const berth_resource_column* { return nullptr; },
    .image = [](const berth_host*, const berth_call*, berth_str) -> const berth_image* {
        return nullptr;
    },
    .taint_sets = [](const berth_host*, const berth_call*) { return berth_array{}; },
    .row = [](const berth_host*, const berth_call*, berth_str) { return BERTH_NO_ROW; },
};

const berth_completion_v1 kCompletion = {
    .struct_size = sizeof(berth_completion_v1),
    .reserved = 0,
    .complete = [](const berth_host* host, std::uint64_t token, std::int32_t code,
                   berth_str text) -> std::int32_t {
        fake(host).completed.push_back({token, code, std::string(view(text))});
        return BERTH_SUCCESS;
    },
    .bind = [](const berth_host* host, const berth_call*, const berth_pod* pod,
               const berth_node_ref* node) -> std::int32_t {
        fake(host).bound.push_back(std::string(view(pod->name)) + " " +
                                   std::string(view(node->name)));
        return BERTH_STARTED;
    },
};

const berth_host_column_v1 kColumn = {
    .struct_size = sizeof(berth_host_column_v1),
    .reserved = 0,
    .cells = [](const berth_host* host, const berth_call*) { return fake(host).cells; },
    .refill = [](const berth_host* host,
                 berth_str node) { fake(host).refilled.emplace_back(view(node)); },
};

// The family is its place in family_names, the series its place in series_names.
const berth_metrics_v1 kMetrics = {
    .struct_size = sizeof(berth_metrics_v1),
    .reserved = 0,
    .family = [](const berth_host* host, const berth_metric* metric) -> std::uint32_t {
        auto& names = fake(host).family_names;
        names.emplace_back(view(metric->name));
        return static_cast<std::uint32_t>(names.size());
    },
    .series = [](const berth_host* host, std::uint32_t family, const berth_str* values,
                 std::uint32_t count) -> std::uint64_t {
        std::string name = fake(host).family_names.at(family - 1);
        for (std::uint32_t i = 0; i < count; ++i) {
            name += (i == 0 ? "{" : ",") + std::string(view(values[i]));
        }
        auto& names = fake(host).series_names;
        names.push_back(name + (count == 0 ? "" : "}"));
        return names.size();
    },
    .add =
        [](const berth_host* host, std::uint64_t series, double amount) {
            fake(host).metrics[fake(host).series_names.at(series - 1)] += amount;
        },
    .set = [](const berth_host* host, std::uint64_t series,
              double value) { fake(host).metrics[fake(host).series_names.at(series - 1)] = value; },
    .observe =
        [](const berth_host* host, std::uint64_t series, double value) {
            fake(host).metrics[fake(host).series_names.at(series - 1)] = value;
        },
};

const berth_documents_v1 kDocuments = {
    .struct_size = sizeof(berth_documents_v1),
    .reserved = 0,
    .open = [](const berth_host* host, const berth_document* document,
               const berth_document_handler* handler, void* context,
               const berth_errors* errors) -> std::int32_t {
        FakeHost& self = fake(host);
        const auto found = self.documents.find(view(document->path));
        if (found == self.documents.end()) {
            errors->add(errors, {}, wire("there is no such file"));
            return BERTH_ERROR;
        }
        self.document_handler = handler;
        self.document_context = context;
        void* const decoded = handler->decode(context, found->second, errors);
        if (decoded == nullptr) {
            return BERTH_ERROR;
        }
        handler->apply(context, decoded);
        return BERTH_SUCCESS;
    },
};

void write_log(const berth_host* host, std::int32_t severity, std::int32_t level, berth_str file,
               std::uint32_t, berth_str text) {
    std::string_view name = view(file);
    name.remove_prefix(name.rfind('/') + 1);
    fake(host).log.push_back("IWE"[severity] + std::to_string(level) + " " + std::string(name) +
                             ": " + std::string(view(text)));
}

const void* find_service(const berth_host* host, berth_str id) {
    const std::map<std::string_view, const void*> services = {
        {BERTH_HOST_REASONS_V1, &kReasons},         {BERTH_HOST_CLOCK_V1, &kClock},
        {BERTH_HOST_SYMBOLS_V1, &kSymbols},         {BERTH_HOST_COLUMNS_V1, &kColumns},
        {BERTH_HOST_LOG_V1, &fake(host).log_table}, {BERTH_HOST_COMPLETION_V1, &kCompletion},
        {BERTH_HOST_COLUMN_V1, &kColumn},           {BERTH_HOST_METRICS_V1, &kMetrics},
        {BERTH_HOST_DOCUMENTS_V1, &kDocuments},
    };
    const auto found = services.find(view(id));
    const bool served = found != services.end() && !fake(host).missing.contains(view(id));
    return served ? found->second : nullptr;
}

}  // namespace

FakeHost::FakeHost()
    : berth_host{sizeof(berth_host), BERTH_ABI_MINOR, &find_service},
      log_table{sizeof(berth_log_v1), 0, &verbosity, &write_log} {}

std::string FakeHost::texts(berth_reasons number) const {
    std::string joined;
    for (const std::string& text : reasons.at(number)) {
        joined += (joined.empty() ? "" : ", ") + text;
    }
    return joined;
}

FakeErrors::FakeErrors()
    : berth_errors{
          sizeof(berth_errors), 0, this,
          [](const berth_errors* self, berth_str field, berth_str text) {
              static_cast<FakeErrors*>(self->sink)
                  ->lines.push_back(std::string(view(field)) + ": " + std::string(view(text)));
          }} {}

FakeCall::FakeCall() : berth_call{} {
    struct_size = sizeof(berth_call);
    cycle = 1;
    state = &slot;
    cancel = &cancelled;
    token = 7;
}

void FakeCall::end_cycle() {
    if (slot.data != nullptr && slot.ops->destroy != nullptr) {
        slot.ops->destroy(slot.data);
    }
    slot = {};
}

FakeCall::~FakeCall() {
    end_cycle();
}

}  // namespace berth::test

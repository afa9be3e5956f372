// Services of a FakeHost for columns, metrics and documents of a plugin's own; see fake_host.h.
#pragma once

#include <berth/testing/host_class.h>

namespace berth::test {

inline const berth_host_column_v1 kColumn = {
    .struct_size = sizeof(berth_host_column_v1),
    .reserved = 0,
    .cells = [](const berth_host* host, const berth_call*) { return fake(host).cells; },
    .refill = [](const berth_host* host,
                 berth_str node) { fake(host).refilled.push_back(copy(node)); },
};

// The family is its place in family_names, the series its place in series_names.
inline const berth_metrics_v1 kMetrics = {
    .struct_size = sizeof(berth_metrics_v1),
    .reserved = 0,
    .family = [](const berth_host* host, const berth_metric* metric) -> std::uint32_t {
        auto& names = fake(host).family_names;
        names.push_back(copy(metric->name));
        return static_cast<std::uint32_t>(names.size());
    },
    .series = [](const berth_host* host, std::uint32_t family, const berth_str* values,
                 std::uint32_t count) -> std::uint64_t {
        std::string name = fake(host).family_names.at(family - 1);
        for (std::uint32_t i = 0; i < count; ++i) {
            name += (i == 0 ? "{" : ",") + copy(values[i]);
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

inline const berth_documents_v1 kDocuments = {
    .struct_size = sizeof(berth_documents_v1),
    .reserved = 0,
    .open = [](const berth_host* host, const berth_document* document,
               const berth_document_handler* handler, void* context,
               const berth_errors* errors) -> std::int32_t {
        FakeHost& self = fake(host);
        const auto found = self.documents.find(copy(document->path));
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

}  // namespace berth::test

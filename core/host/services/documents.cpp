#include "core/host/documents.hpp"

#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

std::int32_t open(const berth_host* host, const berth_document* document,
                  const berth_document_handler* handler, void* context,
                  const berth_errors* errors) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        const HostRecord* const record = HostRecord::of(host);
        if (record == nullptr || document == nullptr || document->schema == nullptr ||
            handler == nullptr || handler->decode == nullptr || handler->apply == nullptr ||
            handler->drop == nullptr) {
            return BERTH_ERROR;
        }
        const DocumentWanted wanted{.path = std::string(view_of(document->path)),
                                    .api_version = std::string(view_of(document->api_version)),
                                    .kind = std::string(view_of(document->kind)),
                                    .schema = document->schema,
                                    .handler = handler,
                                    .context = context,
                                    .who = record->who()};
        const base::Errors found = record->context().documents().open(*record, wanted);
        for (const base::Error& error : found) {
            const std::string text = error.message();
            if (errors != nullptr) {
                errors->add(errors, {nullptr, 0}, str_of(text));
            }
        }
        return found.empty() ? BERTH_SUCCESS : BERTH_ERROR;
    });
}

}  // namespace

const berth_documents_v1* documents() {
    static constexpr berth_documents_v1 kTable{sizeof(berth_documents_v1), 0, open};
    return &kTable;
}

}  // namespace berth::host::services

#include "core/base/symbol.hpp"
#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

berth_symbol intern(const berth_host* host, berth_str text) noexcept {
    return answer(berth_symbol{0}, [&] {
        const HostRecord* const record = HostRecord::of(host);
        return record == nullptr ? 0
                                 : base::number(record->context().symbols().intern(view_of(text)));
    });
}

berth_str text(const berth_host* host, berth_symbol symbol) noexcept {
    const HostRecord* const record = HostRecord::of(host);
    if (record == nullptr || symbol > record->context().symbols().size()) {
        return {nullptr, 0};
    }
    return str_of(record->context().symbols().text(static_cast<base::Symbol>(symbol)));
}

}  // namespace

const berth_symbols_v1* symbols() {
    static constexpr berth_symbols_v1 kTable{sizeof(berth_symbols_v1), 0, intern, text};
    return &kTable;
}

}  // namespace berth::host::services

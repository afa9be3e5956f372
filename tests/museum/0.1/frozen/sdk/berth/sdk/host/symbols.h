// Words as numbers: intern a key once at construction, compare numbers afterwards. Any thread.
#pragma once

#include <berth/host/symbols.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/labels.h>

namespace berth {

class Symbols {
public:
    explicit Symbols(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_symbols_v1>(BERTH_HOST_SYMBOLS_V1)) {}

    Symbol intern(std::string_view word) const noexcept {
        return Symbol{table_->intern(host_, str(word))};
    }
    // Valid as long as the instance.
    std::string_view text(Symbol symbol) const noexcept {
        return berth::text(table_->text(host_, static_cast<berth_symbol>(symbol)));
    }

private:
    const berth_host* host_;
    const berth_symbols_v1* table_;
};

inline Symbols Host::symbols() const {
    return Symbols(*this);
}

}  // namespace berth

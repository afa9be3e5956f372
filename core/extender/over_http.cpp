#include "core/extender/over_http.hpp"

#include <memory>

#include "core/base/clock.hpp"
#include "core/client/curl_transport.hpp"
#include "core/extender/make_extenders.hpp"

namespace berth::extender {

namespace {

struct Sender {
    base::RealClock clock;
    client::CurlTransport transport{clock};
};

}  // namespace

std::function<base::Result<framework::Extenders>(const settings::Configuration&)> over_http(
    const base::SymbolTable& symbols) {
    return [&symbols, sender = std::shared_ptr<Sender>()](
               const settings::Configuration& configuration) mutable {
        if (sender == nullptr) {
            sender = std::make_shared<Sender>();
        }
        return make_extenders(configuration, sender->transport, symbols);
    };
}

}  // namespace berth::extender

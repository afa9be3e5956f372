#include "core/extender/make_extenders.hpp"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/text_file.hpp"
#include "core/extender/http_extender.hpp"

namespace berth::extender {

namespace {

base::Result<std::string> text_or_file(const std::string& text, const std::string& file) {
    if (!text.empty() || file.empty()) {
        return text;
    }
    return base::read_text_file(file);
}

base::Result<client::TlsOptions> read_tls(const settings::Extender& extender) {
    client::TlsOptions out;
    const settings::ExtenderTls tls = extender.tls.value_or(settings::ExtenderTls{});
    const auto read = [&](const std::string& data, const std::string& file,
                          std::string& into) -> base::Status {
        auto text = text_or_file(data, file);
        if (!text) {
            return base::fail(std::move(text.error()));
        }
        into = std::move(*text);
        return {};
    };
    for (const auto& status : {read(tls.ca_data, tls.ca_file, out.ca),
                               read(tls.cert_data, tls.cert_file, out.certificate),
                               read(tls.key_data, tls.key_file, out.key)}) {
        if (!status) {
            return base::fail(status.error());
        }
    }
    out.server_name = tls.server_name;
    out.skip_verification = tls.insecure || (extender.enable_https && out.ca.empty());
    return out;
}

}  // namespace

base::Result<framework::Extenders> make_extenders(const settings::Configuration& configuration,
                                                  client::Transport& transport,
                                                  const base::SymbolTable& symbols) {
    framework::Extenders out;
    for (const bool ignorable : {false, true}) {
        for (std::size_t i = 0; i < configuration.extenders.size(); ++i) {
            const settings::Extender& extender = configuration.extenders[i];
            if (extender.ignorable != ignorable) {
                continue;
            }
            auto tls = read_tls(extender);
            if (!tls) {
                return base::fail(base::with_field_prefix(
                    std::move(tls.error()), fmt::format("extenders[{}].tlsConfig", i)));
            }
            out.push_back(std::make_shared<HttpExtender>(
                extender, std::make_shared<const client::TlsOptions>(std::move(*tls)), transport,
                symbols));
        }
    }
    return out;
}

}  // namespace berth::extender

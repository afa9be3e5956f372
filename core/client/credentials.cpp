#include "core/client/credentials.hpp"

#include <deque>
#include <thread>
#include <utility>

#include "core/base/text_file.hpp"
#include "core/client/base64.hpp"
#include "core/client/exec_credential.hpp"

namespace berth::client {
namespace {

// How long a file's content stands (client-go: the token file is read again each minute).
constexpr base::Duration kFileLife = std::chrono::minutes(1);

}  // namespace

struct Credentials::Impl : std::enable_shared_from_this<Credentials::Impl> {
    Impl(CredentialOptions given, const base::Clock& given_clock, Loop& given_loop)
        : options(std::move(given)), clock(given_clock), loop(given_loop) {
        identity.tls = std::make_shared<const TlsOptions>(options.tls);
    }

    void get(IdentityDone done) {
        if (options.exec) {
            get_from_plugin(std::move(done));
            return;
        }
        if (!read_files()) {
            done(base::fail(problem));
            return;
        }
        done(identity);
    }

    // False: `problem` says which file cannot be read. An old content goes on being used.
    bool read_files() {
        const base::Duration now = clock.steady();
        if (complete && now < fresh_until) {
            return true;
        }
        std::string token = options.token;
        TlsOptions tls = options.tls;
        for (const auto& [file, into] :
             {std::pair{&options.token_file, &token}, std::pair{&options.ca_file, &tls.ca}}) {
            if (file->empty()) {
                continue;
            }
            base::Result<std::string> text = base::read_text_file(*file);
            if (!text) {
                problem = std::move(text.error());
                return complete;
            }
            *into = std::move(*text);
        }
        set(std::move(tls), token);
        fresh_until = now + kFileLife;
        return true;
    }

    void set(TlsOptions tls, std::string token) {
        while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) {
            token.pop_back();
        }
        // Connections are shared by equal options, so the same object stays where nothing changed.
        if (!(*identity.tls == tls)) {
            identity.tls = std::make_shared<const TlsOptions>(std::move(tls));
        }
        identity.headers = options.impersonation;
        if (!token.empty()) {
            identity.headers.emplace_back("Authorization", "Bearer " + token);
        } else if (!options.user.empty()) {
            identity.headers.emplace_back("Authorization",
                                          "Basic " + base64(options.user + ":" + options.password));
        }
        complete = true;
    }

    void get_from_plugin(IdentityDone done) {
        const bool expired = expires && *expires <= clock.now();
        if (complete && !expired) {
            done(identity);
            return;
        }
        asking.push_back(std::move(done));
        if (asking.size() > 1) {
            return;
        }
        const std::weak_ptr<Impl> self = weak_from_this();
        worker = std::jthread([self, plugin = *options.exec, server = options.server,
                               ca = options.tls.ca, to = &loop] {
            auto credential =
                std::make_shared<base::Result<ExecCredential>>(run_exec_plugin(plugin, server, ca));
            to->post([self, credential] {
                if (const auto impl = self.lock()) {
                    impl->take(std::move(*credential));
                }
            });
        });
    }

    void take(base::Result<ExecCredential> credential) {
        if (credential) {
            TlsOptions tls = options.tls;
            if (!credential->certificate.empty()) {
                tls.certificate = credential->certificate;
                tls.key = credential->key;
            }
            expires = credential->expires;
            set(std::move(tls), credential->token);
        }
        std::deque<IdentityDone> told;
        told.swap(asking);
        for (const IdentityDone& done : told) {
            done(credential ? base::Result<Identity>(identity) : base::fail(credential.error()));
        }
    }

    CredentialOptions options;
    const base::Clock& clock;
    Loop& loop;
    Identity identity;
    bool complete = false;              // identity has been filled
    base::Duration fresh_until{0};      // of files
    std::optional<base::Time> expires;  // of an exec plugin's answer
    base::Error problem;
    std::deque<IdentityDone> asking;
    std::jthread worker;
};

Credentials::Credentials(CredentialOptions options, const base::Clock& clock, Loop& loop)
    : impl_(std::make_shared<Impl>(std::move(options), clock, loop)) {}

Credentials::~Credentials() = default;

void Credentials::get(IdentityDone done) {
    impl_->get(std::move(done));
}

void Credentials::refused() {
    impl_->fresh_until = base::Duration(0);
    if (impl_->options.exec) {
        impl_->complete = false;
    }
}

}  // namespace berth::client

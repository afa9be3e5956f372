#include "core/client/curl_exchange.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <utility>

#include <curl/curl.h>
#include <fmt/format.h>

#include "core/client/make_error.hpp"

namespace berth::client {
namespace {

static_assert(CURL_ERROR_SIZE == 256);

long milliseconds(base::Duration duration) {
    return static_cast<long>(std::chrono::ceil<std::chrono::milliseconds>(duration).count());
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string_view trim(std::string_view text) {
    const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && space(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && space(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

base::ErrorCode code_of(CURLcode code) {
    switch (code) {
        case CURLE_OPERATION_TIMEDOUT: return base::ErrorCode::kTimeout;
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CERTPROBLEM: return base::ErrorCode::kInvalid;
        case CURLE_ABORTED_BY_CALLBACK: return base::ErrorCode::kCancelled;
        default: return base::ErrorCode::kUnavailable;
    }
}

void set_blob(CURL* easy, CURLoption option, const std::string& pem) {
    if (!pem.empty()) {
        // The request outlives the handle, so nothing is copied.
        curl_blob blob{const_cast<char*>(pem.data()), pem.size(), CURL_BLOB_NOCOPY};
        curl_easy_setopt(easy, option, &blob);
    }
}

}  // namespace

const std::string* Head::find(std::string_view lower_case_name) const {
    for (const Header& header : headers) {
        if (header.first == lower_case_name) {
            return &header.second;
        }
    }
    return nullptr;
}

CurlExchange::CurlExchange(RequestId id, Request request, ResponseDone done,
                           std::shared_ptr<StreamHandler> handler)
    : id_(id), request_(std::move(request)), done_(std::move(done)), handler_(std::move(handler)) {}

CurlExchange::~CurlExchange() {
    curl_easy_cleanup(easy_);
    curl_slist_free_all(headers_);
    curl_slist_free_all(connect_to_);
}

bool CurlExchange::prepare(const std::string& user_agent, std::size_t largest_response) {
    CURL* const easy = curl_easy_init();
    easy_ = easy;
    if (easy == nullptr) {
        return false;
    }
    largest_ = largest_response;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, problem_);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_URL, request_.url.c_str());
    curl_easy_setopt(easy, CURLOPT_USERAGENT, user_agent.c_str());
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_2TLS});
    // Rather another stream of a connection that is being opened than a connection more.
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &CurlExchange::on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &CurlExchange::on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, &CurlExchange::on_socket);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, this);
    if (request_.may_leave) {
        curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &CurlExchange::on_leaving);
        curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
    }
    if (!request_.proxy.empty()) {
        curl_easy_setopt(easy, CURLOPT_PROXY, request_.proxy.c_str());
    }
    set_limits();
    set_tls();
    set_body();
    return true;
}

void CurlExchange::set_limits() {
    curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request_.connect_timeout));
    curl_easy_setopt(easy_, CURLOPT_TIMEOUT_MS, milliseconds(request_.timeout));
}

void CurlExchange::set_tls() {
    if (request_.tls == nullptr) {
        return;
    }
    const TlsOptions& tls = *request_.tls;
    if (tls.skip_verification) {
        curl_easy_setopt(easy_, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(easy_, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    set_blob(easy_, CURLOPT_CAINFO_BLOB, tls.ca);
    set_blob(easy_, CURLOPT_SSLCERT_BLOB, tls.certificate);
    set_blob(easy_, CURLOPT_SSLKEY_BLOB, tls.key);
    if (!tls.server_name.empty()) {
        set_server_name(tls.server_name);
    }
}

// libcurl verifies the name of the URL: so the URL gets that name, and the connection goes to the
// address that it had.
void CurlExchange::set_server_name(const std::string& name) {
    const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), &curl_url_cleanup);
    const auto part = [&](CURLUPart which, unsigned flags) {
        char* text = nullptr;
        std::string out;
        if (curl_url_get(url.get(), which, &text, flags) == CURLUE_OK) {
            out = text;
            curl_free(text);
        }
        return out;
    };
    if (curl_url_set(url.get(), CURLUPART_URL, request_.url.c_str(), 0) != CURLUE_OK) {
        return;  // libcurl will say what is wrong with it
    }
    const std::string host = part(CURLUPART_HOST, 0);
    const std::string port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT);
    curl_url_set(url.get(), CURLUPART_HOST, name.c_str(), 0);
    named_url_ = part(CURLUPART_URL, 0);
    connect_to_ =
        curl_slist_append(connect_to_, fmt::format("{}:{}:{}:{}", name, port, host, port).c_str());
    request_.headers.emplace_back("Host", fmt::format("{}:{}", host, port));
    curl_easy_setopt(easy_, CURLOPT_URL, named_url_.c_str());
    curl_easy_setopt(easy_, CURLOPT_CONNECT_TO, connect_to_);
}

void CurlExchange::set_body() {
    if (request_.method == "HEAD") {
        curl_easy_setopt(easy_, CURLOPT_NOBODY, 1L);
    } else if (!request_.body.empty() || request_.method == "POST" || request_.method == "PUT") {
        curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE,
                         static_cast<curl_off_t>(request_.body.size()));
        curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, request_.body.data());
    }
    curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    for (const Header& header : request_.headers) {
        const std::string line = fmt::format("{}: {}", header.first, header.second);
        headers_ = curl_slist_append(headers_, line.c_str());
    }
    headers_ = curl_slist_append(headers_, "Expect:");
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
}

// A peer that is gone without a word is noticed while the connection idles and while it sends.
int CurlExchange::on_socket(void* /*self*/, int socket, int /*purpose*/) {
    const auto set = [socket](int level, int name, int value) {
        setsockopt(socket, level, name, &value, sizeof(value));
    };
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 15);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set(IPPROTO_TCP, TCP_KEEPCNT, 3);
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, 30'000);
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    return CURL_SOCKOPT_OK;
}

// Connected, and about to send.
int CurlExchange::on_leaving(void* self, char* /*to*/, char* /*from*/, int /*to_port*/,
                             int /*from_port*/) {
    const auto& exchange = *static_cast<CurlExchange*>(self);
    return exchange.request_.may_leave() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

std::size_t CurlExchange::on_header(char* bytes, std::size_t one, std::size_t size, void* self) {
    static_cast<CurlExchange*>(self)->take_header({bytes, one * size});
    return one * size;
}

void CurlExchange::take_header(std::string_view line) {
    line = trim(line);
    if (line.starts_with("HTTP/")) {
        response_.head = {};  // after a "100 Continue" or a redirection comes another head
        return;
    }
    const auto colon = line.find(':');
    if (colon != std::string_view::npos) {
        response_.head.headers.emplace_back(lower(trim(line.substr(0, colon))),
                                            trim(line.substr(colon + 1)));
    }
}

std::size_t CurlExchange::on_body(char* bytes, std::size_t one, std::size_t size, void* self) {
    auto& exchange = *static_cast<CurlExchange*>(self);
    const std::size_t count = one * size;
    if (exchange.forgotten_) {
        return count;
    }
    if (exchange.handler_ != nullptr) {
        if (!exchange.head_told_) {
            long status = 0;
            curl_easy_getinfo(exchange.easy_, CURLINFO_RESPONSE_CODE, &status);
            exchange.response_.head.status = static_cast<int>(status);
            exchange.head_told_ = true;
            exchange.handler_->on_head(exchange.response_.head);
        }
        exchange.handler_->on_body({bytes, count});
        return count;
    }
    if (exchange.response_.body.size() + count > exchange.largest_) {
        exchange.too_large_ = true;
        return 0;
    }
    exchange.response_.body.append(bytes, count);
    return count;
}

void CurlExchange::finish(int code) {
    if (forgotten_) {
        return;
    }
    const auto result = static_cast<CURLcode>(code);
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    if (too_large_) {
        fail(make_error(base::ErrorCode::kUnsupported,
                        fmt::format("{} {}: the answer has more than {} bytes", request_.method,
                                    request_.url, largest_)));
        return;
    }
    if (result != CURLE_OK) {
        const char* const text = problem_[0] != '\0' ? problem_ : curl_easy_strerror(result);
        fail(make_error(code_of(result),
                        fmt::format("{} {}: {}", request_.method, request_.url, text)));
        return;
    }
    response_.head.status = static_cast<int>(status);
    if (handler_ == nullptr) {
        done_(std::move(response_));
        return;
    }
    if (!head_told_) {
        handler_->on_head(response_.head);
    }
    handler_->on_end({});
}

void CurlExchange::fail(base::Error error) {
    if (forgotten_) {
        return;
    }
    if (handler_ != nullptr) {
        handler_->on_end(base::fail(std::move(error)));
    } else {
        done_(base::fail(std::move(error)));
    }
}

}  // namespace berth::client

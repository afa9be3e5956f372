#include "core/serve/http_server.hpp"

#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <fmt/format.h>

#include "core/serve/http_target.hpp"

namespace berth::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Tls = beast::ssl_stream<beast::tcp_stream>;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kLongestBody = std::size_t{1} << 20;
constexpr auto kPatience = std::chrono::seconds(30);

// One connection.
template <typename Stream>
class Session : public std::enable_shared_from_this<Session<Stream>> {
public:
    Session(Stream stream, const Handler& handler)
        : stream_(std::move(stream)), handler_(handler) {}

    void run() {
        if constexpr (std::is_same_v<Stream, Tls>) {
            expire();
            stream_.async_handshake(asio::ssl::stream_base::server,
                                    [self = this->shared_from_this()](ErrorCode error) {
                                        if (!error) {
                                            self->read();
                                        }
                                    });
        } else {
            read();
        }
    }

private:
    void expire() { beast::get_lowest_layer(stream_).expires_after(kPatience); }

    void read() {
        parser_.emplace();
        parser_->body_limit(kLongestBody);
        expire();
        http::async_read(stream_, buffer_, *parser_,
                         [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                             if (!error) {
                                 self->handle();
                             } else {
                                 self->close();
                             }
                         });
    }

    void handle() {
        const auto& message = parser_->get();
        keep_alive_ = message.keep_alive();
        head_only_ = message.method() == http::verb::head;
        HttpRequest request;
        request.method = std::string(message.method_string());
        const auto authorization = message[http::field::authorization];
        request.authorization.assign(authorization.data(), authorization.size());
        request.body = message.body();
        const auto target = message.target();
        if (!read_target({target.data(), target.size()}, request)) {
            write({400, "text/plain; charset=utf-8", "the address cannot be read\n"});
            return;
        }
        expire();
        handler_(std::move(request), [self = this->shared_from_this()](HttpResponse response) {
            asio::dispatch(self->stream_.get_executor(),
                           [self, response = std::move(response)]() mutable {
                               self->write(std::move(response));
                           });
        });
    }

    void write(HttpResponse response) {
        response_ = {};
        response_.version(11);
        response_.result(static_cast<unsigned>(response.status));
        response_.set(http::field::content_type, response.content_type);
        response_.set("X-Content-Type-Options", "nosniff");
        response_.keep_alive(keep_alive_);
        const std::size_t size = response.body.size();
        if (!head_only_) {
            response_.body() = std::move(response.body);
        }
        response_.content_length(size);
        expire();
        http::async_write(stream_, response_,
                          [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                              if (!error && self->keep_alive_) {
                                  self->read();
                              } else {
                                  self->close();
                              }
                          });
    }

    void close() {
        ErrorCode ignored;
        beast::get_lowest_layer(stream_).socket().shutdown(tcp::socket::shutdown_both, ignored);
    }

    Stream stream_;
    const Handler& handler_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    http::response<http::string_body> response_;
    bool keep_alive_ = false;
    bool head_only_ = false;
};

base::Error refused(base::ErrorCode code, std::string text) {
    return base::fail(code, std::move(text)).value();
}

}  // namespace

struct HttpServer::Impl {
    explicit Impl(Handler given) : handler(std::move(given)) {}

    base::Status listen(const HttpServerOptions& options) {
        ErrorCode error;
        const auto address = asio::ip::make_address(options.address, error);
        if (error) {
            return base::fail(refused(base::ErrorCode::kInvalid,
                                      fmt::format("{} is no address", options.address)));
        }
        const tcp::endpoint endpoint(address, options.port);
        acceptor.open(endpoint.protocol(), error);
        if (!error) {
            acceptor.set_option(asio::socket_base::reuse_address(true), error);
            acceptor.bind(endpoint, error);
        }
        if (!error) {
            acceptor.listen(asio::socket_base::max_listen_connections, error);
        }
        if (error) {
            return base::fail(refused(base::ErrorCode::kIo,
                                      fmt::format("cannot listen on {}:{}: {}", options.address,
                                                  options.port, error.message())));
        }
        return {};
    }

    base::Status use_certificate(const HttpServerOptions& options) {
        if (options.certificate.empty()) {
            return {};
        }
        tls.emplace(asio::ssl::context::tls_server);
        ErrorCode error;
        tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                         asio::ssl::context::no_tlsv1_1);
        tls->use_certificate_chain(asio::buffer(options.certificate), error);
        if (!error) {
            tls->use_private_key(asio::buffer(options.key), asio::ssl::context::pem, error);
        }
        if (error) {
            return base::fail(refused(
                base::ErrorCode::kInvalid,
                fmt::format("the certificate or its key cannot be used: {}", error.message())));
        }
        return {};
    }

    void accept() {
        acceptor.async_accept([this](ErrorCode error, tcp::socket socket) {
            if (error == asio::error::operation_aborted) {
                return;
            }
            if (!error) {
                beast::tcp_stream stream(std::move(socket));
                if (tls) {
                    std::make_shared<Session<Tls>>(Tls(std::move(stream), *tls), handler)->run();
                } else {
                    std::make_shared<Session<beast::tcp_stream>>(std::move(stream), handler)->run();
                }
            }
            accept();
        });
    }

    Handler handler;
    asio::io_context context{1};
    std::optional<asio::ssl::context> tls;
    tcp::acceptor acceptor{context};
    std::jthread thread;
};

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

base::Result<std::unique_ptr<HttpServer>> HttpServer::start(HttpServerOptions options,
                                                            Handler handler) {
    auto impl = std::make_unique<Impl>(std::move(handler));
    if (auto status = impl->use_certificate(options); !status) {
        return base::fail(std::move(status.error()));
    }
    if (auto status = impl->listen(options); !status) {
        return base::fail(std::move(status.error()));
    }
    impl->accept();
    impl->thread = std::jthread([own = impl.get()] { own->context.run(); });
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::~HttpServer() {
    stop();
}

void HttpServer::stop() {
    impl_->context.stop();
    if (impl_->thread.joinable()) {
        impl_->thread.join();
    }
}

std::uint16_t HttpServer::port() const {
    return impl_->acceptor.local_endpoint().port();
}

}  // namespace berth::serve

// CurlExchange: one request under way, as libcurl sees it. Of CurlTransport's thread alone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/client/transport.hpp"

extern "C" {
struct curl_slist;
}

namespace berth::client {

class CurlExchange {
public:
    // One of `done` and `handler` is there.
    CurlExchange(RequestId id, Request request, ResponseDone done,
                 std::shared_ptr<StreamHandler> handler);
    ~CurlExchange();
    CurlExchange(const CurlExchange&) = delete;
    CurlExchange& operator=(const CurlExchange&) = delete;

    // Makes the easy handle; false: libcurl refuses (out of memory).
    [[nodiscard]] bool prepare(const std::string& user_agent, std::size_t largest_response);
    [[nodiscard]] void* handle() const { return easy_; }
    [[nodiscard]] RequestId id() const { return id_; }
    [[nodiscard]] const Request& request() const { return request_; }
    // Tells the asker; `code` is libcurl's.
    void finish(int code);
    void fail(base::Error error);
    void forget() { forgotten_ = true; }  // no callback any more

private:
    static std::size_t on_header(char* bytes, std::size_t one, std::size_t size, void* self);
    static std::size_t on_body(char* bytes, std::size_t one, std::size_t size, void* self);
    static int on_socket(void* self, int socket, int purpose);
    static int on_leaving(void* self, char* to, char* from, int to_port, int from_port);
    void set_tls();
    void set_server_name(const std::string& name);
    void set_body();
    void set_limits();
    void take_header(std::string_view line);

    RequestId id_;
    Request request_;
    ResponseDone done_;
    std::shared_ptr<StreamHandler> handler_;
    void* easy_ = nullptr;
    curl_slist* headers_ = nullptr;
    curl_slist* connect_to_ = nullptr;
    Response response_;
    std::size_t largest_ = 0;
    std::string named_url_;  // with the name to verify
    bool head_told_ = false;
    bool too_large_ = false;
    bool forgotten_ = false;
    char problem_[256] = {};  // CURL_ERROR_SIZE
};

}  // namespace berth::client

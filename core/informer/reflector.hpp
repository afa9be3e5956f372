// Reflector: lists one resource, then watches it from there on, for as long as it lives.
//
// The list comes as a stream where the server offers that (sendInitialEvents), else in pages. A
// watch that ends is taken up where it stopped; what the server no longer remembers (410) is listed
// again. After a failure it pauses, longer each time. Upstream: client-go tools/cache/reflector.go,
// v1.37.2. All of it on the loop's thread; start() and the destructor: any.
#pragma once

#include <memory>
#include <string>

#include "core/base/random.hpp"
#include "core/client/api_client.hpp"
#include "core/client/resource_path.hpp"
#include "core/model/object.hpp"
#include "core/model/pools.hpp"

namespace berth::informer {

// Who hears it. Objects of a list come between begin_list() and end_list(): what is not among them
// is gone. Outside of a list each call is a change.
class ReflectorSink {
public:
    virtual ~ReflectorSink() = default;
    virtual void begin_list() = 0;
    virtual void put(model::Object object) = 0;
    virtual void erase(model::Object object) = 0;
    virtual void end_list() = 0;
};

struct ReflectorOptions {
    client::Resource resource;
    std::string field_selector;
    int page = 500;  // objects of a page; 0: the whole list at once
    bool stream_lists = true;
    std::uint64_t seed = 1;
};

class Reflector {
public:
    Reflector(ReflectorOptions options, client::ApiClient& api, model::Pools& pools,
              std::shared_ptr<ReflectorSink> sink);
    ~Reflector();
    Reflector(const Reflector&) = delete;
    Reflector& operator=(const Reflector&) = delete;

    void start();
    // Why there is no list yet, or the watch is down; "" where all is well. Any thread.
    [[nodiscard]] std::string trouble() const;
    // The server has no such resource, or we may not read it: it is asked again all the same. Any
    // thread.
    [[nodiscard]] bool refused() const;

    struct Impl;

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace berth::informer

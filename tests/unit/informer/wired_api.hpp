// An ApiClient on a fake wire, for tests of what stands on it.
#pragma once

#include <memory>
#include <string>

#include "core/client/api_client.hpp"
#include "core/model/pools.hpp"
#include "core/model/words.hpp"
#include "tests/unit/client/fake_wire.hpp"

namespace berth::informer {

struct WiredApi {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    base::FakeClock clock;
    client::FakeTransport wire;
    client::FakeLoop loop{clock};  // its last tasks may still cancel
    client::WriteGate gate{clock};
    client::ApiClient api{access(), {}, wire, loop, clock, gate};

    WiredApi() { gate.open(); }

    static client::ServerAccess access() {
        client::ServerAccess out;
        out.server = "";
        return out;
    }
    // The URL of the oldest open request; "" if there is none.
    [[nodiscard]] std::string asked() {
        loop.run();
        return wire.open.empty() ? "" : wire.open.front().request.url;
    }
    // Answers a stream whole.
    void answer(int status, const std::string& body) {
        auto sent = wire.next();
        sent.handler->on_head({status, {}});
        sent.handler->on_body(body);
        sent.handler->on_end({});
        loop.run();
    }
    // Begins to answer a stream, and hands it over.
    client::FakeTransport::Sent begin(const std::string& body) {
        auto sent = wire.next();
        sent.handler->on_head({200, {}});
        sent.handler->on_body(body);
        loop.run();
        return sent;
    }
};

inline std::string pod_json(const std::string& name, const std::string& version,
                            const std::string& node = "") {
    return R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":")" + name +
           R"(","namespace":"d","uid":"u-)" + name + R"(","resourceVersion":")" + version +
           R"("},"spec":{"nodeName":")" + node + R"("}})";
}

inline std::string frame(const std::string& type, const std::string& object) {
    return R"({"type":")" + type + R"(","object":)" + object + "}\n";
}

inline std::string list_json(const std::string& items, const std::string& version,
                             const std::string& token = "") {
    return R"({"kind":"PodList","metadata":{"resourceVersion":")" + version + R"(","continue":")" +
           token + R"("},"items":[)" + items + "]}";
}

}  // namespace berth::informer

// Desk: the engine of berth explain, as the services of plugins see it: what Reserve and PreBind
// ask an API server for goes to the embedded cluster, and is noted with who asked.
//
// Nothing is bound. Answers and completions wait here until pre_bind() hands them on. One thread.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/base/inbox.hpp"
#include "core/explain/answer.hpp"
#include "core/framework/binding_runner.hpp"
#include "core/host/context.hpp"

namespace berth::explain {

class Desk final : public host::Engine {
public:
    // Serves plugins from now on, until it dies.
    Desk(host::Context& host, access::Cluster& cluster);
    ~Desk() override;
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    // PreBind of a pod that has its node, to its end. kStarted: it waits for something that nobody
    // here does, and has been given up.
    [[nodiscard]] framework::Status pre_bind(framework::Cycle& cycle, const berth_node_ref& node);
    // What was asked for since the last call, in order.
    [[nodiscard]] std::vector<Write> take_writes() { return std::exchange(writes_, {}); }

    bool bind(const berth_pod& pod, const berth_node_ref& node, std::uint64_t token) override;
    std::int32_t complete(std::uint64_t token, std::int32_t code, std::string_view text) override;
    [[nodiscard]] bool may_write() const override { return true; }
    void request(access::ObjectRequest request, access::ReplyDone done) override;
    void record(access::EventRecord event) override;
    void set_condition(const host::PodName& pod, model::PodCondition condition,
                       access::ReplyDone done) override;

private:
    host::Context& host_;
    access::Cluster& cluster_;
    std::deque<std::variant<framework::Completion, base::Task>> arrived_;
    framework::Completions completions_;
    std::vector<Write> writes_;
};

}  // namespace berth::explain

#include "core/explain/desk.hpp"

#include <fmt/format.h>

#include "core/framework/calls/call_mark.hpp"

namespace berth::explain {
namespace {

using access::ObjectRequest;
using access::ObjectVerb;
using framework::Code;

std::string_view word_of(ObjectVerb verb) {
    switch (verb) {
        case ObjectVerb::kPatch: return "patch";
        case ObjectVerb::kUpdate: return "update";
        case ObjectVerb::kCreate: return "create";
        case ObjectVerb::kDelete: return "delete";
        case ObjectVerb::kGet: break;
    }
    return "get";
}

// pods/status shop/cart-0, noderesourcetopologies.topology.crane.io n1
std::string about(const ObjectRequest& request) {
    std::string out = request.plural;
    if (!request.group.empty()) {
        out += "." + request.group;
    }
    if (!request.subresource.empty()) {
        out += "/" + request.subresource;
    }
    out += request.namespace_name.empty() ? " " : fmt::format(" {}/", request.namespace_name);
    return out + request.name;
}

std::string calling_plugin() {
    const framework::CallLabel* const label = framework::thread_mark().label.load();
    return label == nullptr ? std::string() : label->plugin;
}

}  // namespace

Desk::Desk(host::Context& host, access::Cluster& cluster)
    : host_(host), cluster_(cluster), completions_([this](framework::Completion completion) {
          arrived_.emplace_back(std::move(completion));
      }) {
    host_.set_engine(this);
    host_.requests().serve([this](base::Task task) { arrived_.emplace_back(std::move(task)); });
    host_.tasks().serve([this](base::Task task) { arrived_.emplace_back(std::move(task)); });
}

Desk::~Desk() {
    host_.tasks().close();
    host_.requests().close();
    host_.set_engine(nullptr);
}

framework::Status Desk::pre_bind(framework::Cycle& cycle, const berth_node_ref& node) {
    framework::Status status = run_pre_bind_pre_flight(cycle, node);
    if (status.code == Code::kSkip) {
        return {};
    }
    if (!status.ok()) {
        return status;
    }
    framework::BindingProgress progress;
    status = run_pre_bind(cycle, node, completions_, progress);
    while (!arrived_.empty()) {
        const auto next = std::move(arrived_.front());
        arrived_.pop_front();
        if (const auto* task = std::get_if<base::Task>(&next)) {
            (*task)();
        } else if (status.code == Code::kStarted) {
            status = complete_pre_bind(cycle, node, completions_, progress,
                                       std::get<framework::Completion>(next));
        }
    }
    give_up(cycle, completions_, progress);
    return status;
}

bool Desk::bind(const berth_pod&, const berth_node_ref&, std::uint64_t) {
    return false;
}

std::int32_t Desk::complete(std::uint64_t token, std::int32_t code, std::string_view text) {
    return completions_.complete(token, code, text);
}

void Desk::request(ObjectRequest request, access::ReplyDone done) {
    if (request.verb != ObjectVerb::kGet) {
        writes_.push_back({.plugin = calling_plugin(),
                           .verb = std::string(word_of(request.verb)),
                           .about = about(request),
                           .body = request.body});
    }
    cluster_.request(std::move(request), std::move(done));
}

void Desk::record(access::EventRecord event) {
    cluster_.record(std::move(event));
}

void Desk::set_condition(const host::PodName& pod, model::PodCondition condition,
                         access::ReplyDone done) {
    access::PodStatusPatch patch;
    patch.namespace_name = pod.namespace_name;
    patch.pod_name = pod.name;
    patch.pod_uid = pod.uid;
    patch.condition = std::move(condition);
    cluster_.patch_pod_status(std::move(patch), [done = std::move(done)](base::Status status) {
        done({status ? 200U : 404U, "", status ? "" : status.error().text, ""});
    });
}

}  // namespace berth::explain

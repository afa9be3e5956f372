// HostRecord: the berth_host of one plugin instance (or of an image, for init): who calls.
//
// Its services find everything through it; services/ has one file per service. Lives longer than
// the instance: a library that cannot be unmapped may hold on to it, so it stays, ended, and its
// services answer nothing any more. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <berth/host.h>

#include "core/framework/calls/misbehaviour.hpp"
#include "core/framework/plugin_call.hpp"
#include "core/framework/plugin_instance.hpp"
#include "core/framework/reasons.hpp"
#include "core/host/context.hpp"

namespace berth::host {

// The instance, for what is told of it.
struct Caller {
    const framework::CallLabel* label = nullptr;
    std::uint64_t generation = 0;
    std::shared_ptr<framework::Misbehaviours> misbehaviours;
    bool drafts = false;         // its image has the draft hash of this berth
    std::string scheduler_name;  // its profile's
};

class HostRecord : public berth_host {
public:
    // Of an instance: `who` ("Dynamic@3") stands before its log lines.
    HostRecord(const Context& context, framework::ReasonTable& reasons, std::string who,
               Caller caller = {});
    // Of an image: log and clock only.
    HostRecord(const Context& context, std::string who);
    ~HostRecord();
    HostRecord(const HostRecord&) = delete;
    HostRecord& operator=(const HostRecord&) = delete;

    // The record behind the host that a plugin passes back; null for null, and, reported, for one
    // whose instance has ended.
    [[nodiscard]] static const HostRecord* of(const berth_host* host);
    // The instance is destroyed: nothing of it may call any more.
    void end() { ended_.store(true, std::memory_order_relaxed); }
    // Tells of what the plugin did through a service, at the point where the thread is.
    void report(std::string what) const;
    // Whether the calling thread is in a call of a plugin. True where calls are not marked.
    [[nodiscard]] bool in_a_call() const;
    // Calls into the plugin where no runner does, marked; what it throws is reported.
    template <typename Call>
    void call(framework::Point point, Call&& call) const {
        const framework::CallMark mark(caller_.label, caller_.generation, point);
        const std::int32_t code = framework::call_plugin([&] {
            std::forward<Call>(call)();
            return BERTH_SUCCESS;
        });
        if (code != BERTH_SUCCESS) {
            report("it threw an exception");
        }
    }

    [[nodiscard]] const Context& context() const { return context_; }
    [[nodiscard]] framework::ReasonTable* reasons() const { return reasons_; }
    [[nodiscard]] const std::string& who() const { return who_; }
    [[nodiscard]] bool has_drafts() const { return caller_.drafts; }
    [[nodiscard]] const std::string& scheduler_name() const { return caller_.scheduler_name; }
    // Whether it may still ask the API server for something: its end has not begun.
    [[nodiscard]] bool may_ask() const { return asks_.load(std::memory_order_relaxed); }
    void ask_no_more() const { asks_.store(false, std::memory_order_relaxed); }
    // Null: of an image.
    [[nodiscard]] framework::PluginInstance* instance() const { return instance_; }
    // Before the instance is made.
    void set_instance(framework::PluginInstance& instance) { instance_ = &instance; }

private:
    const Context& context_;
    framework::ReasonTable* reasons_ = nullptr;  // null: of an image
    framework::PluginInstance* instance_ = nullptr;
    std::string who_;
    Caller caller_;
    std::atomic<bool> ended_{false};
    mutable std::atomic<bool> asks_{true};
};

}  // namespace berth::host

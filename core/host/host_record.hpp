// HostRecord: the berth_host of one plugin instance (or of an image, for init): who calls.
//
// Its services find everything through it; services/ has one file per service. Lives longer than
// the instance. Immutable once the instance is made: any thread.
#pragma once

#include <cstdint>
#include <string>

#include <berth/host.h>

#include "core/framework/plugin_instance.hpp"
#include "core/framework/reasons.hpp"
#include "core/host/context.hpp"

namespace berth::host {

class HostRecord : public berth_host {
public:
    // Of an instance: `who` ("Dynamic@3") stands before its log lines.
    HostRecord(const Context& context, framework::ReasonTable& reasons, std::string who);
    // Of an image: log and clock only.
    HostRecord(const Context& context, std::string who);
    ~HostRecord();
    HostRecord(const HostRecord&) = delete;
    HostRecord& operator=(const HostRecord&) = delete;

    // The record behind the host that a plugin passes back; null for null.
    [[nodiscard]] static const HostRecord* of(const berth_host* host) {
        return static_cast<const HostRecord*>(host);
    }

    [[nodiscard]] const Context& context() const { return context_; }
    [[nodiscard]] framework::ReasonTable* reasons() const { return reasons_; }
    [[nodiscard]] const std::string& who() const { return who_; }
    // Null: of an image.
    [[nodiscard]] framework::PluginInstance* instance() const { return instance_; }
    // Before the instance is made.
    void set_instance(framework::PluginInstance& instance) { instance_ = &instance; }

private:
    const Context& context_;
    framework::ReasonTable* reasons_ = nullptr;  // null: of an image
    framework::PluginInstance* instance_ = nullptr;
    std::string who_;
};

}  // namespace berth::host

// Instance: the plugin made with its args behind the world's host services, and its tables.
//
// fail()s where it cannot be made. The library is opened and begun by it. Destroyed in the right
// order. One thread, but for calls that the contract allows at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/check/library.hpp"
#include "core/check/plugin_args.hpp"
#include "core/check/subject.hpp"
#include "core/check/test.hpp"
#include "core/framework/plugin_instance.hpp"
#include "core/framework/reasons.hpp"
#include "core/host/host_record.hpp"

namespace berth::check {

// Errors that the plugin reports.
struct Complaints {
    std::vector<std::string> texts;
    berth_errors errors{sizeof(berth_errors), 0, this, add};

    static void add(const berth_errors* self, berth_str field, berth_str text);
};

// The library opened, its init called, and the factory of the plugin.
class Opened {
public:
    Opened(const Subject& subject, World& world);

    World& world;
    framework::ReasonTable reasons;
    host::HostRecord image_host;
    Library library;
    const berth_factory* factory;

    // Who the plugin is to the host's services.
    [[nodiscard]] host::Caller caller() const;
};

class Instance {
public:
    Instance(const Subject& subject, World& world);
    // Of a library that is open already, and on another host or with other args if given.
    Instance(const Subject& subject, Opened& opened, const berth_host* host = nullptr,
             const berth_args* args = nullptr);
    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    // Null: not at that point, or a draft that the library was not built for.
    template <class Table>
    [[nodiscard]] const Table* table(std::string_view id) const {
        return static_cast<const Table*>(find_table(id));
    }
    // The test is not applicable without the table.
    template <class Table>
    [[nodiscard]] const Table& need(std::string_view id) const {
        const auto* const found = table<Table>(id);
        if (found == nullptr) {
            not_applicable(std::string("the plugin has no ") + std::string(id));
        }
        return *found;
    }

    [[nodiscard]] World& world() const { return opened_->world; }
    [[nodiscard]] Opened& opened() const { return *opened_; }
    [[nodiscard]] const host::HostRecord& record() const { return record_; }

    berth_plugin* raw = nullptr;

private:
    void create(const berth_host* host, const berth_args* args);
    void serve_column();
    [[nodiscard]] const void* find_table(std::string_view id) const;

    std::unique_ptr<Opened> own_;
    Opened* opened_;
    host::HostRecord record_;
    std::unique_ptr<PluginArgs> args_;
    // What the world's cache knows of it; the cache owns it while it has a column.
    std::unique_ptr<framework::PluginInstance> kept_;
    const framework::PluginInstance* in_cache_ = nullptr;
};

}  // namespace berth::check

// The host of one instance: a reference to it lives as long as the plugin object.
//
// Services are looked up while the plugin is constructed and kept as members (Log, Clock, …). A
// service that this host does not serve throws there, so that the plugin is refused with a clear
// sentence. The reasons service is always looked up: errors travel through it.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include <berth/args.h>
#include <berth/host.h>
#include <berth/host/reasons.h>
#include <berth/sdk/verdict.h>
#include <berth/sdk/view/text.h>

namespace berth {

class Clock;
class Columns;
class Completion;
class Counts;
class Log;
class Metrics;
class Objects;
class Symbols;
class Terms;
class Watch;

class Host {
public:
    Host(const berth_host* raw, const berth_args* args)
        : raw_(raw), reasons_(find<berth_reasons_v1>(BERTH_HOST_REASONS_V1)) {
        if (args != nullptr) {
            version_ = args->version;
            profile_ = text(args->profile);
            args_json_ = text(args->json);
        }
    }
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    const berth_host* raw() const noexcept { return raw_; }

    // schedulerName of the profile; empty where the plugin takes no args.
    const std::string& profile() const noexcept { return profile_; }
    // BERTH_CONFIG_…: the version of the configuration file; 0 where the plugin takes no args.
    std::uint32_t config_version() const noexcept { return version_; }
    // The args in canonical JSON.
    const std::string& args_json() const noexcept { return args_json_; }

    // The table of a service, or null. Table is the service's own type.
    template <class Table>
    const Table* find(std::string_view id) const noexcept {
        return static_cast<const Table*>(raw_->service(raw_, str(id)));
    }
    template <class Table>
    const Table& get(std::string_view id) const {
        const Table* table = find<Table>(id);
        if (table == nullptr) {
            throw std::runtime_error("this host does not serve " + std::string(id) +
                                     ", which the plugin needs");
        }
        return *table;
    }

    // A number for texts that are always the same. Any thread, best at construction.
    Reasons reasons(std::initializer_list<std::string_view> texts) const {
        return intern(texts.begin(), texts.size());
    }
    Reasons reasons(const std::vector<std::string>& texts) const {
        return intern(texts.data(), texts.size());
    }
    Reasons reason(std::string_view text) const { return intern(&text, 1); }

    // Include <berth/sdk/host/….h> (all of them come with sdk.h).
    Clock clock() const;
    Columns columns() const;
    Completion completion() const;
    Counts counts() const;
    Log log() const;
    Metrics metrics() const;
    Objects objects() const;
    Symbols symbols() const;
    Terms terms() const;
    Watch watch() const;

    const berth_reasons_v1* reasons_service() const noexcept { return reasons_; }

private:
    template <class Text>
    Reasons intern(const Text* texts, std::size_t count) const {
        std::vector<berth_str> strs;
        strs.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            strs.push_back(str(texts[i]));
        }
        if (reasons_ == nullptr) {
            get<berth_reasons_v1>(BERTH_HOST_REASONS_V1);
        }
        const berth_reasons number =
            reasons_->intern(raw_, strs.data(), static_cast<std::uint32_t>(count));
        if (number == 0 && count != 0) {
            throw std::length_error("the host's table of reasons is full");
        }
        return Reasons{number};
    }

    const berth_host* raw_;
    const berth_reasons_v1* reasons_;
    std::uint32_t version_ = 0;
    std::string profile_;
    std::string args_json_;
};

}  // namespace berth

// An instance made through the C entry of a library, as a host makes it.
//
//   PluginUnderTest plugin(berth_plugin_entry_v1(), "QuietNodes", args.raw());
//
// prepare is given the host before the plugin is made, for services that it needs then.
// Ends its cycle and the instance when it goes. points.h has the calls besides Filter and Score.
#pragma once

#include <functional>
#include <stdexcept>

#include <berth/berth.h>
#include <berth/testing/fake_args.h>
#include <berth/testing/fake_call.h>
#include <berth/testing/fake_host.h>
#include <berth/testing/fake_nodes.h>
#include <berth/testing/fake_pod.h>

namespace berth::test {

// Null where the library has no plugin of that name.
inline const berth_factory* find_factory(const berth_entry* entry, std::string_view name) {
    for (std::uint32_t i = 0; i < entry->factory_count(); ++i) {
        const berth_factory* factory = entry->factory(i);
        if (copy(factory->name) == name) {
            return factory;
        }
    }
    return nullptr;
}

class PluginUnderTest {
public:
    PluginUnderTest(const berth_entry* entry, std::string_view name,
                    const berth_args* args = nullptr,
                    const std::function<void(FakeHost&)>& prepare = nullptr)
        : factory(find_factory(entry, name)) {
        if (factory == nullptr) {
            throw std::invalid_argument("the library has no plugin " + std::string(name));
        }
        if (prepare) {
            prepare(host);
        }
        status = factory->create(&host, args, &plugin, &errors);
    }
    PluginUnderTest(const PluginUnderTest&) = delete;
    PluginUnderTest& operator=(const PluginUnderTest&) = delete;
    ~PluginUnderTest() {
        call.end_cycle();
        if (plugin != nullptr) {
            plugin->destroy(plugin);
        }
    }

    template <class Table>
    const Table* table(std::string_view id) {
        return static_cast<const Table*>(plugin->table(plugin, wire(id)));
    }

    // Filters the set: one text a position, "0" or "code: reasons".
    std::vector<std::string> filter(const FakePod& pod, const FakeNodes& nodes) {
        std::vector<std::uint8_t> codes(nodes.raw.count);
        std::vector<berth_reasons> why(nodes.raw.count);
        berth_verdicts out{sizeof(berth_verdicts), nodes.raw.count, codes.data(), why.data()};
        status = table<berth_filter_v1>(BERTH_FILTER_V1)
                     ->filter(plugin, &call, &pod.raw, &nodes.raw, &out);
        std::vector<std::string> said;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            said.push_back(std::to_string(codes[i]) +
                           (why[i] == 0 ? "" : ": " + host.texts(why[i])));
        }
        return said;
    }

    std::vector<std::int64_t> score(const FakePod& pod, const FakeNodes& nodes) {
        std::vector<std::int64_t> scores(nodes.raw.count, -1);
        status = table<berth_score_v1>(BERTH_SCORE_V1)
                     ->score(plugin, &call, &pod.raw, &nodes.raw, scores.data(), &reasons);
        return scores;
    }

    // What the last call said, "0" or "code: reasons".
    std::string verdict() const {
        return std::to_string(status) + (reasons == 0 ? "" : ": " + host.texts(reasons));
    }
    // The same with ": " always.
    std::string said() const { return std::to_string(status) + ": " + host.texts(reasons); }

    FakeHost host;
    FakeErrors errors;
    FakeCall call;
    const berth_factory* factory;
    berth_plugin* plugin = nullptr;
    std::int32_t status = 0;
    berth_reasons reasons = 0;
};

}  // namespace berth::test

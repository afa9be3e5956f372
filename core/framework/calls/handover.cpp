#include "core/framework/calls/handover.hpp"

#include <string_view>

#include <fmt/format.h>

#include "core/framework/cycle.hpp"
#include "core/framework/draft_tables.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::framework {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// A call that belongs to no cycle but has a place for state.
struct OutsideCall {
    DetailStore details;
    CallScope scope{};
    berth_state state{};
    berth_call call{};

    OutsideCall(const Profile& profile, std::uint64_t token) {
        scope.details = &details;
        call = call_outside(profile, scope);
        call.state = &state;
        call.token = token;
    }
    OutsideCall(const OutsideCall&) = delete;
    OutsideCall& operator=(const OutsideCall&) = delete;
};

struct Bytes {
    std::string text;
    bool too_many = false;
    berth_bytes_out out{sizeof(berth_bytes_out), 0, this, write};

    static void write(const berth_bytes_out* self, berth_str bytes) noexcept {
        auto& to = *static_cast<Bytes*>(self->host_data);
        if (to.too_many || bytes.len > kMostBytes - to.text.size()) {
            to.too_many = true;
            return;
        }
        to.text.append(bytes.ptr == nullptr ? "" : bytes.ptr, bytes.ptr == nullptr ? 0 : bytes.len);
    }
};

}  // namespace

bool same_build(const PluginInstance& a, const PluginInstance& b) {
    return a.name == b.name && a.file == b.file && a.hash == b.hash && a.args == b.args;
}

const PluginInstance* find_instance(const Profile& profile, std::string_view name) {
    for (const auto& instance : profile.instances) {
        if (instance->name == name) {
            return instance.get();
        }
    }
    return nullptr;
}

Heir heir_of(const PluginInstance& plugin) {
    const auto* reserve = reserve_table(plugin);
    if (reserve == nullptr || (reserve->reserve == nullptr && reserve->unreserve == nullptr)) {
        return Heir::kNoNeed;
    }
    if (const auto* state = state_table(plugin);
        state != nullptr && (state->flags & BERTH_STATE_HOLDS_RESERVATIONS) != 0) {
        return Heir::kInState;
    }
    return reserve->adopt != nullptr ? Heir::kAdopts : Heir::kNone;
}

bool adopt(const Profile& profile, const PluginInstance& plugin, const berth_pod& pod,
           const berth_node_ref& node, std::uint32_t flags, std::uint64_t token) {
    OutsideCall outside(profile, token);
    return call_plugin(plugin, Point::kAdopt, &pod, [&] {
               return reserve_table(plugin)->adopt(plugin.plugin, &outside.call, &pod, &node,
                                                   flags);
           }) == BERTH_SUCCESS;
}

void unreserve_adopted(const Profile& profile, const PluginInstance& plugin, const berth_pod& pod,
                       const berth_node_ref& node) {
    const auto* table = reserve_table(plugin);
    if (table == nullptr || table->unreserve == nullptr) {
        return;
    }
    OutsideCall outside(profile, 0);
    static_cast<void>(call_plugin(plugin, Point::kUnreserve, &pod, [&] {
        table->unreserve(plugin.plugin, &outside.call, &pod, &node);
        return BERTH_SUCCESS;
    }));
}

void post_bind_adopted(const Profile& profile, const PluginInstance& plugin, const berth_pod& pod,
                       const berth_node_ref& node) {
    const auto* table = post_bind_table(plugin);
    if (table == nullptr) {
        return;
    }
    OutsideCall outside(profile, 0);
    static_cast<void>(call_plugin(plugin, Point::kPostBind, &pod, [&] {
        table->post_bind(plugin.plugin, &outside.call, &pod, &node);
        return BERTH_SUCCESS;
    }));
}

StateMove move_state(const PluginInstance& from, const PluginInstance& to) {
    StateMove move;
    const auto* writer = state_table(from);
    const auto* reader = state_table(to);
    if (writer == nullptr || reader == nullptr) {
        return move;
    }
    const std::uint32_t version = writer->version;
    const bool readable = version >= reader->oldest && version <= reader->version;
    const bool needed = heir_of(to) == Heir::kInState;
    if (!readable) {
        if (needed) {
            move.problem =
                fmt::format("plugin \"{}\": its state has version {}, the new build reads {} to {}",
                            to.name, version, reader->oldest, reader->version);
        }
        return move;
    }
    Bytes bytes;
    const bool saved =
        call_plugin(from, Point::kSaveState, nullptr,
                    [&] { return writer->save(from.plugin, &bytes.out); }) == BERTH_SUCCESS &&
        !bytes.too_many;
    if (!saved) {
        if (needed) {
            move.problem =
                fmt::format("plugin \"{}\": the old build did not save its state", to.name);
        }
        return move;
    }
    const bool loaded =
        call_plugin(to, Point::kLoadState, nullptr, [&] {
            return reader->load(to.plugin, version, {bytes.text.data(), bytes.text.size()});
        }) == BERTH_SUCCESS;
    if (!loaded) {
        move.problem =
            fmt::format("plugin \"{}\": the new build did not load the old one's state", to.name);
        return move;
    }
    move.moved = true;
    return move;
}

}  // namespace berth::framework

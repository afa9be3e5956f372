// Fakes for tests of the runners and passes: a snapshot of plain rows, and plugins made of lambdas
// behind the C tables. One test, one thread, but that filter and score may be called by workers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <berth/berth.h>

#include "core/framework/cycle.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/snapshot_view.hpp"

namespace berth::framework::testing {

// Nodes "n0" … "n<count-1>".
class FakeSnapshot final : public SnapshotView {
public:
    explicit FakeSnapshot(std::uint32_t count) : nodes_(count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            names_.push_back("n" + std::to_string(i));
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            name_column_.push_back({names_[i].data(), names_[i].size()});
            nodes_[i].struct_size = sizeof(berth_node);
            nodes_[i].row = i;
            nodes_[i].name = name_column_[i];
        }
        columns_.struct_size = sizeof(berth_columns);
        columns_.rows = count;
        columns_.name = name_column_.data();
    }

    [[nodiscard]] std::uint32_t rows() const override { return columns_.rows; }
    [[nodiscard]] const berth_columns& columns() const override { return columns_; }
    [[nodiscard]] const berth_node* node(std::uint32_t row) const override {
        return row < nodes_.size() ? &nodes_[row] : nullptr;
    }
    [[nodiscard]] std::uint32_t row_of(std::string_view name) const override {
        for (std::uint32_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == name) {
                return i;
            }
        }
        return BERTH_NO_ROW;
    }
    [[nodiscard]] const berth_label_column* label(base::Symbol) override { return nullptr; }
    [[nodiscard]] std::uint32_t value_id(const berth_label_column*, std::string_view) override {
        return 0;
    }
    [[nodiscard]] const berth_resource_column* resource(base::Symbol) override { return nullptr; }
    [[nodiscard]] const berth_image* image(std::string_view) override { return nullptr; }
    [[nodiscard]] berth_array taint_sets() override { return {}; }

private:
    std::vector<std::string> names_;
    std::vector<berth_str> name_column_;
    std::vector<berth_node> nodes_;
    berth_columns columns_{};
};

// What a fake plugin does; a part that is not set is an extension point that it is not at.
struct Behaviour {
    std::string name;
    std::uint32_t traits = 0;
    std::uint32_t normalize_kind = BERTH_NORMALIZE_NONE;
    std::int64_t weight = 1;
    std::function<std::int32_t(const berth_call&, berth_reasons&)> pre_enqueue;
    std::function<std::int32_t(const berth_call&, const berth_nodes&, berth_narrowing&,
                               berth_reasons&)>
        pre_filter;
    std::function<std::int32_t(const berth_pod& other, const berth_nodes&, berth_reasons&)> add_pod;
    // By row; reasons through the second.
    std::function<std::uint8_t(std::uint32_t row, berth_reasons&)> filter;
    std::function<std::int32_t(const berth_nodes&, berth_verdicts&)> filter_set;
    std::function<std::int32_t(const berth_nodes&, berth_reasons&)> pre_score;
    std::function<std::int64_t(std::uint32_t row)> score;
    std::function<std::int32_t(const berth_nodes&, std::int64_t*, berth_reasons&)> score_set;
    std::function<std::int32_t(const berth_nodes&, std::int64_t*, berth_reasons&)> normalize;
    std::function<std::int32_t(std::uint32_t, const berth_event&, std::span<std::uint8_t>)> hint;
    std::function<bool(const berth_queued&, const berth_queued&)> less;
    std::function<void()> destroyed;
};

struct FakePlugin : berth_plugin {
    Behaviour behaviour;
};

// Tables whose functions call the Behaviour of their instance.
[[nodiscard]] std::unique_ptr<PluginInstance> make_instance(Behaviour behaviour);

// A generation with one profile "default-scheduler" that runs these plugins in this order at every
// point that they are at.
[[nodiscard]] std::shared_ptr<Generation> make_generation(std::vector<Behaviour> plugins);

[[nodiscard]] PodInfoRef make_pod(std::string_view name = "p");

// A cycle of the first profile, begun.
struct FakeCycle {
    std::shared_ptr<Generation> generation;
    Cycle cycle;

    explicit FakeCycle(std::vector<Behaviour> plugins)
        : generation(make_generation(std::move(plugins))) {
        cycle.begin(generation, *generation->profiles[0], make_pod(), 1, 0);
    }
    [[nodiscard]] const Profile& profile() const { return *generation->profiles[0]; }
    [[nodiscard]] berth_reasons reason(std::string text) const {
        return generation->reasons->intern({std::move(text)});
    }
};

}  // namespace berth::framework::testing

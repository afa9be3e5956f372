// An embedded cluster with a clock that stands still, filled from YAML texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/model/words.hpp"

namespace berth::cluster::testing {

struct SmallCluster {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    base::FakeClock clock;
    EmbeddedCluster cluster{pools, clock, {.kept_events = 2}};

    [[nodiscard]] std::vector<model::Draft> drafts(std::string_view yaml);
    // Errors of decoding and of admission.
    base::Errors load(std::string_view yaml);
    [[nodiscard]] model::Ptr<model::Pod> pod(const std::string& name,
                                             const std::string& in = "default");
    [[nodiscard]] base::Status bind(const std::string& pod, const std::string& node,
                                    const std::string& uid = "");
    [[nodiscard]] base::Result<model::Object> patch(const access::ObjectName& name,
                                                    const std::string& merge_patch_json);
    [[nodiscard]] base::Status remove(const access::ObjectName& name, const std::string& uid = "");
};

// Writes changes down: "added Pod default/a", "modified …", "deleted …".
class Diary final : public access::Watcher {
public:
    explicit Diary(const base::SymbolTable& symbols) : symbols_(symbols) {}
    void on_change(access::Change change) override;
    [[nodiscard]] std::vector<std::string> take() { return std::exchange(lines_, {}); }

private:
    const base::SymbolTable& symbols_;
    std::vector<std::string> lines_;
};

}  // namespace berth::cluster::testing

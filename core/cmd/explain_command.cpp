#include "core/cmd/explain_command.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "core/cmd/engine_setup.hpp"
#include "core/cmd/progress_line.hpp"
#include "core/explain/explainer.hpp"
#include "core/settings/decode/object_reader.hpp"

namespace berth::cmd {
namespace {

using model::ObjectKind;

std::string full_name(const framework::PodInfo& pod) {
    return fmt::format("{}/{}", pod.namespace_name(), pod.name());
}

// Why the pod that was asked for is not among those to judge.
std::string not_pending(const std::string& wanted, const Engine& engine,
                        const explain::Explainer& explainer) {
    for (const model::Object& object : engine.cluster.objects(ObjectKind::kPod)) {
        const auto pod = model::as<model::Pod>(object);
        const std::string name =
            fmt::format("{}/{}", engine.symbols.text(pod->meta.namespace_name), pod->meta.name);
        if (name == wanted && pod->is_finished()) {
            return fmt::format("pod {} has finished", wanted);
        }
        if (name == wanted) {
            return fmt::format("pod {} has a node already: {}", wanted, pod->node_name);
        }
    }
    std::vector<std::string> names;
    for (const auto& pod : explainer.pending()) {
        names.push_back(full_name(*pod));
        if (pod->name() == wanted.substr(wanted.find('/') + 1)) {
            return fmt::format("there is no pod {}; did you mean {}?", wanted, names.back());
        }
    }
    const std::string_view near =
        settings::nearest(wanted, std::vector<std::string_view>(names.begin(), names.end()));
    std::string out = fmt::format("there is no pending pod {}", wanted);
    if (!near.empty()) {
        return fmt::format("{}; did you mean {}?", out, near);
    }
    constexpr std::size_t kShown = 5;
    const std::size_t shown = std::min(kShown, names.size());
    if (shown > 0) {
        out += fmt::format(
            "; pending are {}{}",
            fmt::join(names.begin(), names.begin() + std::ptrdiff_t(shown), ", "),
            names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
    }
    return out;
}

}  // namespace

int explain(const ExplainOptions& options, std::ostream& out, std::ostream& err) {
    const auto engine = Engine::make(options.input, options.engine, err);
    if (engine == nullptr) {
        return kBadInput;
    }
    explain::Explainer explainer(
        {engine->clock, engine->symbols, engine->host, options.writes ? &engine->cluster : nullptr},
        engine->generation, tie_break(options.engine));
    explainer.load_namespaces(engine->cluster.objects(ObjectKind::kNamespace));
    explainer.load(engine->cluster.objects(ObjectKind::kNode),
                   engine->cluster.objects(ObjectKind::kPod));
    for (const ObjectKind kind : engine->host.objects().watched()) {
        if (kind != ObjectKind::kNode && kind != ObjectKind::kPod) {
            explainer.load_others(engine->cluster.objects(kind));
        }
    }
    const std::string wanted = options.pod.empty() || options.pod.find('/') != std::string::npos
                                   ? options.pod
                                   : "default/" + options.pod;
    const auto& pending = explainer.pending();
    if (!wanted.empty() && std::none_of(pending.begin(), pending.end(), [&](const auto& pod) {
            return full_name(*pod) == wanted;
        })) {
        err << not_pending(wanted, *engine, explainer) << '\n';
        return kBadInput;
    }
    const base::RealClock clock;
    ProgressLine line(clock, ProgressLine::on_terminal());
    bool first = true;
    for (std::size_t i = 0; i < pending.size(); ++i) {
        const explain::Answer answer = explainer.judge(pending[i]);
        if (!wanted.empty() && answer.pod != wanted) {
            if (line.due()) {
                line.show(fmt::format("{} of {} pods judged", i + 1, pending.size()));
            }
            continue;
        }
        line.clear();
        if (options.output == ExplainOptions::Output::kJsonLines) {
            out << explain::to_json_line(answer) << '\n';
        } else {
            out << (first ? "" : "\n")
                << explain::to_text(answer, {.best_nodes = options.best_nodes});
        }
        first = false;
        if (!wanted.empty()) {
            break;  // those after it do not matter
        }
    }
    return kDone;
}

}  // namespace berth::cmd

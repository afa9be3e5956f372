#include "core/cmd/scenario_command.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "core/base/log.hpp"
#include "core/base/text_file.hpp"
#include "core/cmd/engine_setup.hpp"
#include "core/cmd/problems.hpp"
#include "core/cmd/simulate_command.hpp"
#include "core/model/tree.hpp"
#include "core/model/words.hpp"
#include "core/settings/load.hpp"
#include "core/simulate/timeline/player.hpp"
#include "core/simulate/timeline/print.hpp"

namespace berth::cmd {
namespace {

using Output = SimulateOptions::Output;
using simulate::Place;

constexpr base::Duration kSecond = std::chrono::seconds(1);

// Nothing: it has errors, and `err` has been told.
std::optional<simulate::Scenario> read(const std::string& path, model::Pools& pools,
                                       std::ostream& err) {
    auto text = base::read_text_file(path == "-" ? "/dev/stdin" : path);
    if (!text) {
        print_errors({std::move(text.error())}, err);
        return {};
    }
    simulate::ReadScenario read = simulate::read_scenario(*text, path, pools);
    BERTH_VLOG(1, "scenario: {} steps; {} fields that berth does not use were skipped",
               read.scenario.steps.size(), read.unknown_fields);
    print_warnings(read.warnings, err);
    if (!read.errors.empty()) {
        print_errors(read.errors, err);
        return {};
    }
    return std::move(read.scenario);
}

// The clock begins at a whole second, as those of kube-scheduler's backoff are.
InputOptions input_of(const SimulateOptions& options) {
    InputOptions input = options.input;
    input.may_be_empty = true;
    const base::Time now = input.now.value_or(base::RealClock().now());
    input.now = base::Time{now.nanoseconds - now.nanoseconds % kSecond.count()};
    return input;
}

bool pending(const Place& place) {
    return place.state != simulate::State::kBound && place.state != simulate::State::kFinished;
}

class Show {
public:
    Show(Output output, base::Time start, std::ostream& out)
        : output_(output), start_(start), out_(out) {}

    void begin(std::vector<Place> places) {
        if (is_text() && !places.empty()) {
            show("the cluster", base::Duration::zero(), places);
        }
        before_ = std::move(places);
    }

    void step(std::string title, base::Duration time, std::vector<Place> places) {
        if (output_ == Output::kJsonLines) {
            out_ << simulate::to_json_line(number_, time, places) << '\n';
        } else if (!is_text()) {
            document_ += document_.empty() ? "{\"version\":1,\"steps\":[" : ",";
            document_ += simulate::to_json_line(number_, time, places);
        } else {
            show("step " + std::to_string(number_) + ": " + std::move(title), time, places);
        }
        ++number_;
        before_ = std::move(places);
    }

    void end() {
        if (output_ != Output::kJson && output_ != Output::kYaml) {
            return;
        }
        document_ += document_.empty() ? "{\"version\":1,\"steps\":[]}" : "]}";
        if (output_ == Output::kJson) {
            out_ << document_ << '\n';
            return;
        }
        const auto parsed = model::parse_json(document_, "");
        out_ << (parsed.documents.empty() ? "" : model::to_yaml(parsed.documents.front().root));
    }

    [[nodiscard]] const std::vector<Place>& last() const { return before_; }

private:
    [[nodiscard]] bool is_text() const {
        return output_ == Output::kText || output_ == Output::kWide;
    }

    void show(std::string title, base::Duration time, const std::vector<Place>& places) {
        out_ << (std::exchange(began_, true) ? "\n" : "");
        simulate::print_text({std::move(title), time, start_, places, before_},
                             output_ == Output::kWide, out_);
    }

    Output output_;
    base::Time start_;
    std::ostream& out_;
    std::vector<Place> before_;
    std::string document_;  // of kJson and kYaml
    std::size_t number_ = 0;
    bool began_ = false;
};

// False: a step was refused.
bool play(simulate::Scenario& scenario, const SimulateOptions& options, simulate::Player& player,
          Show& show, std::ostream& err) {
    for (simulate::Step& step : scenario.steps) {
        std::string title = simulate::title_of(step);
        const simulate::Played played = player.play(step, scenario.file);
        show.step(std::move(title), player.time(), player.places());
        if (played.gave_up) {
            base::Error warning;
            warning.file = scenario.file;
            warning.line = step.line;
            warning.text = "pods only failed again and again: the step was ended";
            print_warnings({std::move(warning)}, err);
        }
        if (played.errors.empty()) {
            continue;
        }
        if (!options.input.keep_going) {
            print_errors(played.errors, err);
            return false;
        }
        print_warnings(played.errors, err);
    }
    return true;
}

}  // namespace

int play_scenario(const SimulateOptions& options, std::ostream& out, std::ostream& err) {
    const auto engine = Engine::make(input_of(options), options.engine, err);
    if (engine == nullptr) {
        base::SymbolTable symbols(model::first_words());
        model::Pools pools(symbols);
        static_cast<void>(read(options.scenario, pools, err));  // says what is wrong there too
        return kBadInput;
    }
    auto scenario = read(options.scenario, engine->pools, err);
    if (!scenario) {
        return kBadInput;
    }
    simulate::Player player({engine->cluster, engine->clock, engine->symbols, engine->host},
                            engine->generation, scheduler_options(options, engine->configuration));
    Show show(options.output, engine->clock.now(), out);
    player.start();
    show.begin(player.places());
    const bool played = play(*scenario, options, player, show, err);
    show.end();
    if (!played) {
        return kBadInput;
    }
    const bool some_pending = std::any_of(show.last().begin(), show.last().end(), pending);
    return options.strict && some_pending ? kVerdict : kDone;
}

}  // namespace berth::cmd

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "core/base/text_table.hpp"
#include "core/simulate/timeline/print.hpp"

namespace berth::simulate {
namespace {

constexpr std::size_t kNamed = 3;  // objects in a title
constexpr std::size_t kMostRows = 50;
constexpr std::string_view kDetailIndent = "    ";

// " Pod a, Pod b, Pod c and 5 more"
template <typename Objects>
std::string titles_of(const Objects& objects) {
    std::string out;
    for (std::size_t i = 0; i < std::min(kNamed, objects.size()); ++i) {
        out += i == 0 ? " " : ", ";
        out += objects[i].title;
    }
    if (objects.size() > kNamed) {
        out += fmt::format(" and {} more", objects.size() - kNamed);
    }
    return out;
}

const Place* find(std::span<const Place> places, std::string_view pod) {
    const auto at = std::lower_bound(
        places.begin(), places.end(), pod,
        [](const Place& place, std::string_view name) { return place.pod < name; });
    return at != places.end() && at->pod == pod ? &*at : nullptr;
}

bool is_over(const Place& place) {
    return place.state == State::kBound || place.state == State::kFinished;
}

std::string state_text(const Place& place, const Place* before, const Moment& moment) {
    std::string out(to_text(place.state));
    if (place.backoff_until) {
        out += fmt::format(" until {}", base::format_duration(*place.backoff_until - moment.start));
    }
    if (before == nullptr) {
        return out + " (new)";
    }
    if (before->state != place.state) {
        out += fmt::format(" (was {})", to_text(before->state));
    }
    return out;
}

std::string node_text(const Place& place) {
    if (place.node.empty() && !place.nominated.empty()) {
        return fmt::format("({})", place.nominated);
    }
    return place.node;
}

// What the row cannot hold: why the pod has no node, and what would change that.
std::string details_of(const Place& place) {
    std::string out;
    const auto add = [&](std::string_view text) {
        out += kDetailIndent;
        out += base::printable(text);
        out += '\n';
    };
    const bool waits = place.state == State::kUnschedulable || place.state == State::kBackoff;
    if (waits && !place.message.empty()) {
        add(place.message);
    }
    for (const Waker& waker : place.wakers) {
        add(fmt::format("{} wakes it when {}", waker.plugin,
                        waker.events.empty()
                            ? std::string("nothing happens: it registered no event")
                            : fmt::format("{}", fmt::join(waker.events, "; "))));
    }
    if (place.state == State::kUnschedulable && place.wakers.empty()) {
        add("any event wakes it");
    }
    if (place.state == State::kNotQueued) {
        add("nothing wakes it: no profile has its scheduler name, or it is being deleted");
    }
    return out;
}

// Those that the step moved, then those that wait as before, up to a screenful; by name.
std::vector<const Place*> choose(const Moment& moment, bool all) {
    std::vector<const Place*> moved, waiting;
    for (const Place& place : moment.places) {
        const Place* before = find(moment.before, place.pod);
        if (all || before == nullptr || *before != place) {
            moved.push_back(&place);
        } else if (!is_over(place)) {
            waiting.push_back(&place);
        }
    }
    moved.insert(moved.end(), waiting.begin(), waiting.end());
    if (!all && moved.size() > kMostRows) {
        moved.resize(kMostRows);
    }
    std::sort(moved.begin(), moved.end(),
              [](const Place* a, const Place* b) { return a->pod < b->pod; });
    return moved;
}

// "and 5 more: 3 bound, 2 unschedulable"
std::string others_text(std::span<const Place> places, std::span<const Place* const> shown) {
    std::map<State, std::ptrdiff_t> counts;
    for (const Place& place : places) {
        ++counts[place.state];
    }
    for (const Place* place : shown) {
        --counts[place->state];
    }
    std::vector<std::string> texts;
    for (const auto& [state, count] : counts) {
        if (count > 0) {
            texts.push_back(fmt::format("{} {}", count, to_text(state)));
        }
    }
    return fmt::format("and {} more: {}", places.size() - shown.size(), fmt::join(texts, ", "));
}

void print_rows(std::span<const Place* const> shown, const Moment& moment, std::ostream& out) {
    base::TextTable table({"POD", "STATE", "NODE", "ATTEMPTS"});
    for (const Place* place : shown) {
        table.add({place->pod, state_text(*place, find(moment.before, place->pod), moment),
                   node_text(*place), place->attempts == 0 ? "" : std::to_string(place->attempts)});
    }
    const std::string text = table.text();
    std::string_view rest = text;
    const auto line = [&] {
        const std::size_t end = rest.find('\n') + 1;
        out << rest.substr(0, end);
        rest.remove_prefix(end);
    };
    line();
    std::string last;
    for (const Place* place : shown) {
        line();
        std::string details = details_of(*place);
        if (details.empty()) {
            continue;
        }
        const Place* before = find(moment.before, place->pod);
        if (before != nullptr && *before == *place) {
            out << kDetailIndent << "as before\n";
        } else if (details == last) {
            out << kDetailIndent << "the same as above\n";
        } else {
            out << details;
            last = std::move(details);
        }
    }
}

}  // namespace

std::string title_of(const Step& step) {
    const std::string out(to_text(step.action));
    switch (step.action) {
        case Action::kApply: return out + titles_of(step.objects);
        case Action::kDelete: return out + titles_of(step.names);
        case Action::kSchedule:
        case Action::kPop:
            return out + (step.cycles == 0   ? " until no pod is active"
                          : step.cycles == 1 ? " 1 pod"
                                             : fmt::format(" {} pods", step.cycles));
        case Action::kAdvance: return out + " " + base::format_duration(step.duration);
    }
    return out;
}

void print_text(const Moment& moment, bool all, std::ostream& out) {
    out << base::printable(moment.title) << ", at " << base::format_duration(moment.time) << '\n';
    const std::vector<const Place*> shown = choose(moment, all);
    if (!shown.empty()) {
        print_rows(shown, moment, out);
    }
    if (shown.size() < moment.places.size()) {
        out << others_text(moment.places, shown) << '\n';
    }
    for (const Place& place : moment.before) {
        if (find(moment.places, place.pod) == nullptr) {
            out << base::printable(place.pod) << " is gone\n";
        }
    }
}

}  // namespace berth::simulate

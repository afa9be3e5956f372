#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "core/base/text_table.hpp"
#include "core/simulate/print.hpp"

namespace berth::simulate {
namespace {

// "8,152"
std::string grouped(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            out += ',';
        }
        out += digits[i];
    }
    return out;
}

std::string count(std::uint64_t number, std::string_view word) {
    return fmt::format("{} {}{}", grouped(number), word, number == 1 ? "" : "s");
}

void print_placements(const Report& report, bool wide, std::ostream& out) {
    if (report.placed.empty()) {
        return;
    }
    base::TextTable table(wide ? std::vector<std::string>{"POD", "NODE", "PRIORITY", "ATTEMPTS",
                                                          "EVALUATED", "FEASIBLE"}
                               : std::vector<std::string>{"POD", "NODE"},
                          2);
    for (const PodReport& pod : report.placed) {
        if (wide) {
            table.add({pod.pod, pod.node, std::to_string(pod.priority),
                       std::to_string(pod.attempts), std::to_string(pod.evaluated),
                       std::to_string(pod.feasible)});
        } else {
            table.add({pod.pod, pod.node});
        }
    }
    out << table.text();
    out << '\n';
}

void print_pending(const Report& report, bool wide, std::ostream& out) {
    if (report.pending.empty()) {
        return;
    }
    base::TextTable table(
        wide ? std::vector<std::string>{"PENDING", "PRIORITY", "ATTEMPTS", "MESSAGE"}
             : std::vector<std::string>{"PENDING", "MESSAGE"});
    for (const PodReport& pod : report.pending) {
        if (wide) {
            table.add(
                {pod.pod, std::to_string(pod.priority), std::to_string(pod.attempts), pod.message});
        } else {
            table.add({pod.pod, pod.message});
        }
    }
    out << table.text();
    out << '\n';
}

// "117.6Ti": at most four digits and a binary unit.
std::string bytes(std::int64_t amount) {
    constexpr std::array<std::string_view, 7> kUnits = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    auto value = static_cast<double>(amount);
    std::size_t unit = 0;
    while (std::abs(value) >= 1024 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return unit == 0 ? std::to_string(amount) : fmt::format("{:.1f}{}", value, kUnits[unit]);
}

std::string amount(const ResourceReport& resource, std::int64_t value) {
    if (resource.name == "cpu") {
        const std::int64_t tenths = value / 100;
        return tenths % 10 == 0
                   ? grouped(static_cast<std::uint64_t>(tenths / 10))
                   : fmt::format("{}.{}", grouped(static_cast<std::uint64_t>(tenths / 10)),
                                 tenths % 10);
    }
    if (resource.name == "memory" || resource.name == "ephemeral-storage" ||
        resource.name.starts_with("hugepages-")) {
        return bytes(value);
    }
    return grouped(static_cast<std::uint64_t>(value));
}

void print_resources(const Report& report, std::ostream& out) {
    if (report.resources.empty()) {
        return;
    }
    base::TextTable table({"RESOURCE", "REQUESTED", "ALLOCATABLE", "USED"}, 1);
    for (const ResourceReport& one : report.resources) {
        table.add({one.name, amount(one, one.requested), amount(one, one.allocatable),
                   one.allocatable == 0 ? "-" : fmt::format("{:.1f}%", one.percent())});
    }
    out << table.text();
}

void print_groups(const Report& report, std::size_t most, std::ostream& out) {
    const auto& groups = report.pending_groups;
    if (groups.empty()) {
        return;
    }
    out << '\n';
    base::TextTable table({"PENDING", "MESSAGE"});
    std::size_t left = report.pending.size();
    for (std::size_t i = 0; i < std::min(most, groups.size()); ++i) {
        table.add({fmt::format("{:>7}", grouped(groups[i].pods)), groups[i].message});
        left -= groups[i].pods;
    }
    if (groups.size() > most) {
        table.add(
            {fmt::format("{:>7}", grouped(left)), count(groups.size() - most, "other message")});
    }
    out << table.text();
}

void print_counts(const Report& report, const TextOptions& options, std::ostream& out) {
    out << count(report.placed.size() + report.pending.size(), "pod") << " for "
        << count(report.nodes, "node") << ": " << grouped(report.placed.size()) << " placed, "
        << grouped(report.pending.size()) << " pending";
    if (report.running_before > 0) {
        out << " (" << count(report.running_before, "pod") << " had a node already)";
    }
    out << '\n' << count(report.attempts, "attempt");
    if (options.elapsed) {
        const double seconds = std::chrono::duration<double>(*options.elapsed).count();
        out << fmt::format(" in {:.2f} s", seconds);
        if (seconds > 0) {
            out << ": "
                << grouped(
                       static_cast<std::uint64_t>(static_cast<double>(report.attempts) / seconds))
                << " pods/s";
        }
    }
    out << '\n';
    if (report.ending == Ending::kGaveUp) {
        out << "stopped: " << count(report.failing, "pod")
            << " only failed again and again while none was placed\n";
    }
}

}  // namespace

void print_text(const Report& report, const TextOptions& options, std::ostream& out) {
    if (options.columns != Columns::kNone) {
        const bool wide = options.columns == Columns::kWide;
        print_placements(report, wide, out);
        print_pending(report, wide, out);
    }
    print_counts(report, options, out);
    out << '\n';
    print_resources(report, out);
    print_groups(report, options.groups, out);
}

}  // namespace berth::simulate

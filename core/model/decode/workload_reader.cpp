#include <algorithm>
#include <charconv>

#include "core/model/decode/objects.hpp"
#include "core/model/decode/parts.hpp"

namespace berth::model {
namespace {

void read(const Cursor& at, IntOrPercent& out) {
    const Value& value = at.value();
    std::string_view text = value.text();
    if (value.is_int()) {
        model::read(at, out.value);
        return;
    }
    if (!value.is_string() || !text.ends_with('%')) {
        at.expected("an integer or a percentage such as 50%");
        return;
    }
    text.remove_suffix(1);
    auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), out.value);
    out.percent = true;
    if (error != std::errc() || stop != text.data() + text.size()) {
        at.expected("an integer or a percentage such as 50%");
    }
}

// metadata is common; `rest` gets every other field.
template <typename T, typename Rest>
void read_object(const Cursor& at, T& out, Rest&& rest) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "metadata") {
            return take(field, out.meta);
        }
        return is_type_field(key) || rest(key, field);
    });
}

bool read_budget_spec(const Cursor& at, PodDisruptionBudget& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "selector") {
            return take(field, out.selector);
        }
        if (key == "minAvailable") {
            read(field, out.min_available.emplace());
            return true;
        }
        if (key == "maxUnavailable") {
            read(field, out.max_unavailable.emplace());
            return true;
        }
        return false;
    });
    return true;
}

bool read_budget_status(const Cursor& at, PodDisruptionBudget& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "disruptionsAllowed") {
            return take(field, out.disruptions_allowed);
        }
        if (key == "disruptedPods") {
            field.each_entry([&](std::string_view name, const Cursor& /*time*/) {
                out.disrupted_pods.emplace_back(name);
            });
            std::sort(out.disrupted_pods.begin(), out.disrupted_pods.end());
            return true;
        }
        return false;
    });
    return true;
}

// A ReplicationController's selector is a plain map.
void read_workload_selector(const Cursor& at, Workload& out) {
    if (out.kind != WorkloadKind::kReplicationController) {
        model::read(at, out.selector);
        return;
    }
    LabelSelector& selector = out.selector.emplace();
    read_labels(at, selector.match_labels);
    seal(selector, at.symbols());
}

void read_template(const Cursor& at, Workload& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key != "metadata") {
            return false;
        }
        field.each_field([&](std::string_view name, const Cursor& inner) {
            return name == "labels" && take(inner, out.template_labels);
        });
        return true;
    });
}

}  // namespace

void read(const Cursor& at, Namespace& out) {
    read_object(at, out, [](std::string_view, const Cursor&) { return false; });
}

void read(const Cursor& at, PriorityClass& out) {
    read_object(at, out, [&](std::string_view key, const Cursor& field) {
        if (key == "value") {
            return take(field, out.value);
        }
        if (key == "globalDefault") {
            return take(field, out.global_default);
        }
        return key == "preemptionPolicy" && take(field, out.preemption_policy);
    });
}

void read(const Cursor& at, PodDisruptionBudget& out) {
    read_object(at, out, [&](std::string_view key, const Cursor& field) {
        if (key == "spec") {
            return read_budget_spec(field, out);
        }
        return key == "status" && read_budget_status(field, out);
    });
}

void read(const Cursor& at, Service& out) {
    read_object(at, out, [&](std::string_view key, const Cursor& field) {
        if (key != "spec") {
            return false;
        }
        field.each_field([&](std::string_view name, const Cursor& inner) {
            if (name == "selector") {
                read_labels(inner, out.selector);
                out.has_selector = !inner.value().is_null();
            }
            return name == "selector";
        });
        return true;
    });
}

void read(const Cursor& at, Workload& out) {
    read_object(at, out, [&](std::string_view key, const Cursor& field) {
        if (key != "spec") {
            return false;
        }
        field.each_field([&](std::string_view name, const Cursor& inner) {
            if (name == "selector") {
                read_workload_selector(inner, out);
            } else if (name == "template") {
                read_template(inner, out);
            } else {
                return name == "replicas" && take(inner, out.replicas);
            }
            return true;
        });
        return true;
    });
}

void read(const Cursor& at, Lease& out) {
    read_object(at, out, [&](std::string_view key, const Cursor& field) {
        if (key != "spec") {
            return false;
        }
        field.each_field([&](std::string_view name, const Cursor& inner) {
            if (name == "holderIdentity") {
                return take(inner, out.holder_identity);
            }
            if (name == "leaseDurationSeconds") {
                return take(inner, out.lease_duration_seconds);
            }
            if (name == "acquireTime") {
                return take(inner, out.acquire_time);
            }
            if (name == "renewTime") {
                return take(inner, out.renew_time);
            }
            return name == "leaseTransitions" && take(inner, out.lease_transitions);
        });
        return true;
    });
}

void read(const Cursor& at, Unknown& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "metadata") {
            return take(field, out.meta);
        }
        return true;  // kept as text
    });
    out.json = to_json(at.value());
}

}  // namespace berth::model

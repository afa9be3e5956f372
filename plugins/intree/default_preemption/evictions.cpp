#include "plugins/intree/default_preemption/evictions.hpp"

#include <utility>

namespace berth::intree {
namespace {

bool is_done(const berth_reply& reply) {
    return reply.http_status >= 200 && reply.http_status < 300;
}

// With its UID as a precondition, a pod of the same name in its place is a conflict.
bool is_gone(const berth_reply& reply) {
    return reply.http_status == 404 || reply.http_status == 409;
}

berth_target pods_target() {
    berth_target target{};
    target.struct_size = sizeof(target);
    target.version = berth::str("v1");
    target.plural = berth::str("pods");
    return target;
}

}  // namespace

// What an answer is about; ends with it.
struct Evictions::Step {
    Evictions* owner;
    Running eviction;
    std::size_t number;
    void (Evictions::*then)(const Running&, std::size_t, const berth_reply&);

    static void call(void* context, const berth_reply* reply) noexcept {
        const std::unique_ptr<Step> step(static_cast<Step*>(context));
        try {
            ((*step->owner).*(step->then))(step->eviction, step->number, *reply);
        } catch (...) {
            step->owner->log_.error("evicting pods: out of memory");
        }
    }
};

berth_subject Evictions::Victim::subject() const {
    berth_subject out{};
    out.struct_size = sizeof(out);
    out.namespace_name = berth::str(namespace_name);
    out.name = berth::str(name);
    out.uid = berth::str(uid);
    return out;
}

Evictions::Evictions(const berth::Host& host, std::string_view plugin)
    : plugin_(plugin),
      host_(host.raw()),
      client_(&host.get<berth_client_v1>(BERTH_HOST_CLIENT_V1)),
      log_(host.log()),
      objects_(host),
      nominator_(host),
      queue_(host),
      waiting_(host) {
    berth_target pods = pods_target();
    client_->declare(host_, &pods, BERTH_VERB_DELETE);
    pods.subresource = berth::str("status");
    client_->declare(host_, &pods, BERTH_VERB_PATCH);
}

void Evictions::begin(const berth::Pod& preemptor, std::string_view node_name,
                      std::span<const berth_pod* const> victims) {
    auto eviction = std::make_shared<Eviction>();
    for (const berth_pod* pod : victims) {
        if ((pod->flags & BERTH_POD_TERMINATING) == 0) {
            eviction->victims.push_back({std::string(berth::text(pod->namespace_name)),
                                         std::string(berth::text(pod->name)),
                                         std::string(berth::text(pod->uid))});
        }
    }
    if (eviction->victims.empty()) {
        return;
    }
    eviction->preemptor = preemptor.uid();
    eviction->node_name = node_name;
    eviction->scheduler_name = preemptor.scheduler_name();
    running_[eviction->preemptor] = eviction;
    eviction->open = 1;  // this function
    clear_lower_nominations(eviction, preemptor.priority());
    for (std::size_t i = 0; i + 1 < eviction->victims.size(); ++i) {
        ++eviction->open;
        evict(eviction, i);
    }
    ended(eviction);
}

bool Evictions::hold(const berth::Pod& preemptor) const {
    if (running_.empty()) {
        return false;
    }
    const auto at = running_.find(preemptor.uid());
    if (at == running_.end()) {
        return false;
    }
    if (!at->second->last_begun) {
        return true;
    }
    const Victim& last = at->second->victims.back();
    const berth_pod* const pod = objects_.pod(last.namespace_name, last.name);
    return pod != nullptr && berth::text(pod->uid) == last.uid &&
           (pod->flags & BERTH_POD_TERMINATING) == 0;
}

// Pods of lower priority may not fit there any more: they look for another place at once.
void Evictions::clear_lower_nominations(const Running& eviction, std::int32_t priority) {
    for (const berth_pod* pod : nominator_.pods(eviction->node_name)) {
        if (pod->priority >= priority || pod->nominated_node_name.len == 0) {
            continue;
        }
        const bool sent =
            send(eviction, 0, &Evictions::nomination_cleared,
                 [&](const berth_done* done) { return nominator_.clear(berth::Pod(pod), done); });
        if (sent) {
            ++eviction->open;
        }
    }
}

void Evictions::nomination_cleared(const Running& eviction, std::size_t, const berth_reply& reply) {
    if (!is_done(reply)) {
        log_.warning("clearing the nominations to node " + eviction->node_name + ": " +
                     std::string(berth::text(reply.text)));
    }
    ended(eviction);
}

void Evictions::evict(const Running& eviction, std::size_t number) {
    const Victim& victim = eviction->victims[number];
    if (stop_in_memory(victim)) {
        eviction->stopped_last_in_memory = number + 1 == eviction->victims.size();
        tell(*eviction, victim, true);
        ended(eviction);
        return;
    }
    set_condition(eviction, number);
}

bool Evictions::stop_in_memory(const Victim& victim) const {
    return waiting_.find(victim.uid) != nullptr
               ? waiting_.preempt(victim.uid, "preempted")
               : waiting_.cancel_pre_bind(victim.uid, "preempted by " + plugin_);
}

void Evictions::set_condition(const Running& eviction, std::size_t number) {
    const std::string message =
        eviction->scheduler_name + ": preempting to accommodate a higher priority pod";
    berth_pod_condition condition{};
    condition.struct_size = sizeof(condition);
    condition.status = 1;
    condition.type = berth::str("DisruptionTarget");
    condition.reason = berth::str("PreemptionByScheduler");
    condition.message = berth::str(message);
    const berth_subject subject = eviction->victims[number].subject();
    if (!send(eviction, number, &Evictions::condition_set, [&](const berth_done* done) {
            return client_->set_condition(host_, &subject, &condition, done);
        })) {
        eviction->failed = true;
        ended(eviction);
    }
}

void Evictions::condition_set(const Running& eviction, std::size_t number,
                              const berth_reply& reply) {
    if (is_done(reply)) {
        erase(eviction, number);
        return;
    }
    if (!is_gone(reply)) {
        eviction->failed = true;
        log_.error("adding the DisruptionTarget condition to pod " +
                   eviction->victims[number].name + ": " + std::string(berth::text(reply.text)));
    }
    ended(eviction);
}

void Evictions::erase(const Running& eviction, std::size_t number) {
    const Victim& victim = eviction->victims[number];
    berth_target target = pods_target();
    target.namespace_name = berth::str(victim.namespace_name);
    target.name = berth::str(victim.name);
    target.uid = berth::str(victim.uid);
    if (!send(eviction, number, &Evictions::erased,
              [&](const berth_done* done) { return client_->erase(host_, &target, -1, done); })) {
        eviction->failed = true;
        ended(eviction);
    }
}

void Evictions::erased(const Running& eviction, std::size_t number, const berth_reply& reply) {
    const Victim& victim = eviction->victims[number];
    if (is_done(reply)) {
        tell(*eviction, victim, false);
    } else if (!is_gone(reply)) {
        eviction->failed = true;
        log_.error("deleting pod " + victim.name + ": " + std::string(berth::text(reply.text)));
    }
    ended(eviction);
}

void Evictions::tell(const Eviction& eviction, const Victim& victim, bool in_memory) const {
    std::string note = "Preempted by pod " + eviction.preemptor + " on node " + eviction.node_name;
    note += in_memory ? " (in kube-scheduler memory)." : "";
    const berth_subject about = victim.subject();
    const berth_event_note event{.struct_size = sizeof(berth_event_note),
                                 .type = BERTH_EVENT_NORMAL,
                                 .reason = berth::str("Preempted"),
                                 .action = berth::str("Preempting"),
                                 .text = berth::str(note),
                                 .about = &about,
                                 .related = nullptr};
    client_->event(host_, &event);
}

// The last victim comes when all others have ended: its end is what wakes the preemptor.
void Evictions::ended(const Running& eviction) {
    if (--eviction->open != 0) {
        return;
    }
    if (eviction->failed || eviction->last_begun) {
        finish(eviction);
        return;
    }
    eviction->last_begun = true;
    eviction->open = 1;
    evict(eviction, eviction->victims.size() - 1);
}

void Evictions::finish(const Running& eviction) {
    const auto at = running_.find(eviction->preemptor);
    if (at != running_.end() && at->second == eviction) {
        running_.erase(at);
    }
    // Otherwise no event might come that wakes it.
    if (eviction->failed || eviction->stopped_last_in_memory) {
        queue_.activate(eviction->preemptor);
    }
}

template <class Send>
bool Evictions::send(const Running& eviction, std::size_t number,
                     void (Evictions::*then)(const Running&, std::size_t, const berth_reply&),
                     Send&& send_it) {
    auto step = std::make_unique<Step>(Step{this, eviction, number, then});
    berth_done done{};
    done.struct_size = sizeof(done);
    done.flags = BERTH_DONE_ON_SCHED;
    done.context = step.get();
    done.call = &Step::call;
    if (send_it(&done) == 0) {
        return false;
    }
    static_cast<void>(step.release());  // its own until the answer
    return true;
}

}  // namespace berth::intree

#include "plugins/intree/volume_binding/pending_binds.hpp"

#include <utility>
#include <vector>

#include "plugins/intree/volume_binding/claims.hpp"
#include "plugins/intree/volume_binding/node_volumes.hpp"

namespace berth::intree {
namespace {

std::string quoted(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4U];
            out += kHex[byte & 0xfU];
        } else {
            out += c;
        }
    }
    return out + '"';
}

berth::Target target_of(std::string_view plural, std::string_view namespace_name,
                        std::string_view name) {
    return {.group = "", .plural = plural, .namespace_name = namespace_name, .name = name};
}

// volume.GetBindVolumeToClaim of component-helpers v0.37.2.
std::string body_of(const Reservation::Keep& keep) {
    std::string metadata = "\"resourceVersion\":" + quoted(keep.version);
    if (keep.marks) {
        metadata += ",\"annotations\":{" + quoted(kBoundByController) + ":\"yes\"}";
    }
    std::string out = "{\"metadata\":{" + metadata + "}";
    if (keep.changes) {
        out += R"(,"spec":{"claimRef":{"apiVersion":"v1","kind":"PersistentVolumeClaim","name":)" +
               quoted(keep.claim) + ",\"namespace\":" + quoted(keep.namespace_name) +
               ",\"uid\":" + quoted(keep.claim_uid) +
               ",\"resourceVersion\":" + quoted(keep.claim_version) + "}}";
    }
    return out + "}";
}

std::string body_of(const Reservation::Select& select, std::string_view node) {
    return "{\"metadata\":{\"resourceVersion\":" + quoted(select.version) + ",\"annotations\":{" +
           quoted(kSelectedNode) + ":" + quoted(node) + "}}}";
}

// Of the object's own metadata, which comes before all else that could say so; API servers write no
// blanks there.
std::string version_in(std::string_view json) {
    constexpr std::string_view kKey = "\"resourceVersion\":\"";
    const std::size_t at = json.find(kKey);
    if (at == std::string_view::npos) {
        return "";
    }
    const std::string_view rest = json.substr(at + kKey.size());
    return std::string(rest.substr(0, rest.find('"')));
}

// Versions are decimal numbers of any length.
bool is_older(std::string_view version, std::string_view than) {
    return version.size() != than.size() ? version.size() < than.size() : version < than;
}

std::string affinity_error(std::string_view volume, std::string_view node) {
    return "pv " + quoted(volume) + " node affinity doesn't match node " + quoted(node) +
           ": no matching NodeSelectorTerms";
}

}  // namespace

// One pod's, from its first request on.
struct PendingBinds::Pending {
    Reservation reservation;
    std::uint64_t token;
    std::size_t answered = 0;           // of the requests: keeps, then selects
    std::vector<std::string> versions;  // of the objects that came back
    std::uint64_t timer = 0;

    [[nodiscard]] bool asks() const {
        return answered < reservation.keeps.size() + reservation.selects.size();
    }
};

PendingBinds::PendingBinds(const berth::Host& host, const berth::Objects& objects,
                           std::chrono::seconds timeout)
    : objects_(objects),
      client_(host),
      completion_(host.completion()),
      executor_(host),
      timeout_(timeout) {
    client_.declare(target_of("persistentvolumes", "", ""), BERTH_VERB_PATCH);
    client_.declare(target_of("persistentvolumeclaims", "", ""), BERTH_VERB_PATCH);
}

berth::Verdict PendingBinds::begin(const berth::Call& call, const Reservation& reservation) {
    auto pending = std::make_shared<Pending>(
        Pending{.reservation = reservation, .token = call.token(), .versions = {}});
    if (!ask_next(pending)) {
        return berth::Verdict::error("nothing may be sent to the API server any more");
    }
    pending_[reservation.uid] = std::move(pending);
    return berth::Verdict::started();
}

bool PendingBinds::ask_next(const PendingRef& pending) {
    const Reservation& all = pending->reservation;
    if (pending->answered < all.keeps.size()) {
        const Reservation::Keep& keep = all.keeps[pending->answered];
        return patch(pending, target_of("persistentvolumes", "", keep.volume), body_of(keep));
    }
    const Reservation::Select& select = all.selects[pending->answered - all.keeps.size()];
    return patch(pending, target_of("persistentvolumeclaims", select.namespace_name, select.claim),
                 body_of(select, all.node));
}

bool PendingBinds::patch(const PendingRef& pending, const berth::Target& target,
                         const std::string& body) {
    return client_.patch(
        target, berth::Patch::merge, body,
        [this, known = std::weak_ptr<Pending>(pending)](const berth::Reply& reply) {
            if (const PendingRef still = known.lock()) {
                answered(still, reply);
            }
        });
}

void PendingBinds::answered(const PendingRef& pending, const berth::Reply& reply) {
    if (!reply.good()) {
        const std::string why(reply.why());
        finish(pending, why.empty() ? "no answer came from the API server" : why);
        return;
    }
    pending->versions.push_back(version_in(reply.json()));
    ++pending->answered;
    if (!pending->asks()) {
        wait(pending);
    } else if (!ask_next(pending)) {
        finish(pending, "nothing may be sent to the API server any more");
    }
}

void PendingBinds::wait(const PendingRef& pending) {
    const auto late = [this, known = std::weak_ptr<Pending>(pending)] {
        if (const PendingRef still = known.lock()) {
            finish(still, "binding volumes: context deadline exceeded");
        }
    };
    if (timeout_.count() == 0) {
        late();
        return;
    }
    pending->timer = executor_.after(timeout_, late);
    settle(pending);
}

void PendingBinds::give_up(std::string_view pod_uid) {
    const auto at = pending_.find(pod_uid);
    if (at != pending_.end()) {
        executor_.cancel(at->second->timer);
        pending_.erase(at);
    }
}

void PendingBinds::look() {
    std::vector<PendingRef> waiting;
    for (const auto& [uid, pending] : pending_) {
        if (!pending->asks()) {
            waiting.push_back(pending);
        }
    }
    for (const PendingRef& pending : waiting) {
        settle(pending);
    }
}

void PendingBinds::settle(const PendingRef& pending) {
    const Outcome outcome = check(*pending);
    if (!outcome.error.empty()) {
        finish(pending, "binding volumes: " + outcome.error);
    } else if (outcome.done) {
        finish(pending, "");
    }
}

void PendingBinds::finish(const PendingRef& pending, const std::string& error) {
    const std::uint64_t token = pending->token;
    give_up(pending->reservation.uid);
    completion_.complete(token, error.empty() ? berth::Code::success : berth::Code::error, error);
}

PendingBinds::Outcome PendingBinds::check(const Pending& pending) const {
    const Reservation& all = pending.reservation;
    const berth_node* const node = objects_.node(all.node);
    if (node == nullptr) {
        return {false, "failed to get node " + quoted(all.node) + ": node " + quoted(all.node) +
                           " not found"};
    }
    const berth::Labels labels = berth::Node(node).labels();
    const auto* const csi_node = objects_.get<berth_csi_node>("", all.node);
    for (std::size_t i = 0; i < all.keeps.size() + all.selects.size(); ++i) {
        Outcome outcome = i < all.keeps.size() ? check_kept(pending, i, labels, csi_node)
                                               : check_selected(pending, i, labels, csi_node);
        if (!outcome.done) {
            return outcome;
        }
    }
    return {true, ""};
}

PendingBinds::Outcome PendingBinds::check_kept(const Pending& pending, std::size_t number,
                                               const berth::Labels& labels,
                                               const berth_csi_node* csi_node) const {
    const Reservation::Keep& keep = pending.reservation.keeps[number];
    const auto* const volume = objects_.get<berth_persistent_volume>("", keep.volume);
    if (volume == nullptr) {
        return {false,
                "failed to check binding: persistentvolumes " + quoted(keep.volume) + " not found"};
    }
    const auto* const bound = claim(keep.namespace_name, keep.claim);
    if (bound == nullptr) {
        return {false, "failed to check binding: persistentvolumeclaims " +
                           quoted(keep.namespace_name + "/" + keep.claim) + " not found"};
    }
    if (is_older(berth::text(volume->meta->resource_version), pending.versions[number])) {
        return {};
    }
    std::string error;
    const berth_node_selector* const affinity = affinity_on(*volume, csi_node, error);
    if (!error.empty()) {
        return {false, "failed to translate pv to csi: " + error};
    }
    if (!reaches(affinity, labels)) {
        return {false, affinity_error(keep.volume, pending.reservation.node)};
    }
    if (volume->claim == nullptr || volume->claim->uid.len == 0) {
        return {false, "ClaimRef got reset for pv " + quoted(keep.volume)};
    }
    return {is_bound(*bound), ""};
}

PendingBinds::Outcome PendingBinds::check_selected(const Pending& pending, std::size_t number,
                                                   const berth::Labels& labels,
                                                   const berth_csi_node* csi_node) const {
    const Reservation& all = pending.reservation;
    const Reservation::Select& select = all.selects[number - all.keeps.size()];
    const auto* const made = claim(select.namespace_name, select.claim);
    if (made == nullptr) {
        return {false, "failed to check provisioning pvc: persistentvolumeclaims " +
                           quoted(select.namespace_name + "/" + select.claim) + " not found"};
    }
    if (is_older(berth::text(made->meta->resource_version), pending.versions[number])) {
        return {};
    }
    const auto annotations = berth::annotations_of(*made);
    if (annotations.empty()) {
        return {false, "selectedNode annotation reset for PVC " + quoted(select.claim)};
    }
    if (annotations.find(kSelectedNode) != all.node) {
        return {false, "provisioning failed for PVC " + quoted(select.claim)};
    }
    const std::string_view volume_name = berth::text(made->volume_name);
    if (!volume_name.empty()) {
        const auto* const volume = objects_.get<berth_persistent_volume>("", volume_name);
        if (volume == nullptr) {
            return {};  // it may still come
        }
        std::string error;
        const berth_node_selector* const affinity = affinity_on(*volume, csi_node, error);
        if (!error.empty()) {
            return {false, error};
        }
        if (!reaches(affinity, labels)) {
            return {false, affinity_error(volume_name, all.node)};
        }
    }
    return {is_bound(*made), ""};
}

const berth_persistent_volume_claim* PendingBinds::claim(std::string_view namespace_name,
                                                         std::string_view name) const {
    return objects_.get<berth_persistent_volume_claim>(namespace_name, name);
}

}  // namespace berth::intree

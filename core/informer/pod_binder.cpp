#include "core/informer/pod_binder.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/client/resource_path.hpp"
#include "core/informer/object_text.hpp"
#include "core/informer/write_bodies.hpp"

namespace berth::informer {
namespace {

constexpr int kMostTries = 4;

const client::Resource& pods() {
    return *client::find_resource(model::ObjectKind::kPod);
}

}  // namespace

struct PodBinder::Attempt {
    access::Binding binding;
    access::Done done;
    int tries = 0;
    bool unclear = false;  // an answer was lost
};

void PodBinder::bind(access::Binding binding, access::Done done) {
    auto attempt = std::make_shared<Attempt>();
    attempt->binding = std::move(binding);
    attempt->done = std::move(done);
    send(attempt);
}

void PodBinder::send(const AttemptRef& attempt) {
    ++attempt->tries;
    client::ApiRequest request;
    request.method = "POST";
    request.path = client::path_of(pods(), attempt->binding.namespace_name,
                                   attempt->binding.pod_name, "binding");
    request.body = binding_body(attempt->binding);
    request.repeatable = false;
    api_.write(std::move(request), [this, attempt](base::Result<std::string> body) {
        answered(attempt, std::move(body));
    });
}

void PodBinder::answered(const AttemptRef& attempt, base::Result<std::string> body) {
    if (body) {
        attempt->done({});
        return;
    }
    base::Error& error = body.error();
    const bool lost =
        error.code == base::ErrorCode::kUnavailable || error.code == base::ErrorCode::kTimeout;
    attempt->unclear = attempt->unclear || lost;
    if (lost || (attempt->unclear && error.code == base::ErrorCode::kConflict)) {
        look(attempt, std::move(error));
        return;
    }
    attempt->done(base::fail(std::move(error)));
}

void PodBinder::look(const AttemptRef& attempt, base::Error failure) {
    const access::Binding& binding = attempt->binding;
    api_.get(client::path_of(pods(), binding.namespace_name, binding.pod_name),
             [this, attempt, failure](base::Result<std::string> body) {
                 const access::Binding& wanted = attempt->binding;
                 auto object = body ? read_item(*body, pods(), pools_)
                                    : base::Result<model::Object>(base::fail(body.error()));
                 const auto pod = object ? model::as<model::Pod>(*object) : nullptr;
                 if (pod == nullptr || pod->meta.uid != wanted.pod_uid) {
                     attempt->done(base::fail(failure));
                 } else if (pod->node_name == wanted.node_name) {
                     attempt->done({});
                 } else if (pod->node_name.empty() && attempt->tries < kMostTries) {
                     send(attempt);
                 } else {
                     attempt->done(base::fail(failure));
                 }
             });
}

}  // namespace berth::informer

#include "plugins/noderesourcetopology/pod_writer.hpp"

#include <memory>

namespace berth::numa {
namespace {

berth_target target_of(const berth::Pod* pod) {
    berth_target target{};
    target.struct_size = sizeof(target);
    target.version = berth::str("v1");
    target.plural = berth::str("pods");
    if (pod != nullptr) {
        target.namespace_name = (*pod)->namespace_name;
        target.name = (*pod)->name;
        target.uid = (*pod)->uid;
    }
    return target;
}

}  // namespace

// Lives until the answer comes.
struct PodWriter::Waiting {
    berth::Completion completion;
    std::uint64_t token;
};

PodWriter::PodWriter(const berth::Host& host)
    : host_(host.raw()),
      client_(host.find<berth_client_v1>(BERTH_HOST_CLIENT_V1)),
      completion_(host) {}

void PodWriter::declare() const {
    if (client_ != nullptr) {
        const berth_target target = target_of(nullptr);
        client_->declare(host_, &target, BERTH_VERB_PATCH);
    }
}

void PodWriter::answered(void* context, const berth_reply* reply) {
    const std::unique_ptr<Waiting> waiting(static_cast<Waiting*>(context));
    const bool good = reply->http_status >= 200 && reply->http_status < 300;
    waiting->completion.complete(waiting->token, good ? berth::Code::success : berth::Code::error,
                                 berth::text(reply->text));
}

berth::Verdict PodWriter::patch(const berth::Call& call, const berth::Pod& pod,
                                std::string_view body) const {
    if (client_ == nullptr) {
        return berth::Verdict::error(
            "this host cannot patch pods: it does not serve " BERTH_HOST_CLIENT_V1);
    }
    auto waiting = std::make_unique<Waiting>(Waiting{completion_, call.token()});
    const berth_done done = {sizeof(berth_done), BERTH_DONE_ON_SCHED, waiting.get(), &answered};
    const berth_target target = target_of(&pod);
    if (client_->patch(host_, &target, BERTH_PATCH_MERGE, berth::str(body), &done) == 0) {
        return berth::Verdict::error("nothing may be sent to the API server any more");
    }
    static_cast<void>(waiting.release());  // answered() ends it
    return berth::Verdict::started();
}

}  // namespace berth::numa

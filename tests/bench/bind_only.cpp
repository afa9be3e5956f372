// bind_only: binds every pending pod to some node, with an Event each, and does nothing else: as
// fast as an API server lets a scheduler be.
//
//     bind_only --kubeconfig FILE --in-flight N
//
// Prints "N pods/s"; pods are dealt to nodes in turn.
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/client/curl_transport.hpp"
#include "core/informer/remote_cluster.hpp"
#include "core/model/words.hpp"

namespace berth {
namespace {

using model::ObjectKind;

// Waits for a number of answers.
class Countdown {
public:
    explicit Countdown(std::size_t count) : left_(count) {}
    void down() {
        const std::lock_guard lock(mutex_);
        if (--left_ == 0) {
            done_.notify_all();
        }
    }
    void wait() {
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return left_ == 0; });
    }

private:
    std::mutex mutex_;
    std::condition_variable done_;
    std::size_t left_;
};

std::vector<model::Object> list(informer::RemoteCluster& cluster, ObjectKind kind) {
    std::vector<model::Object> out;
    Countdown one(1);
    cluster.list(kind, [&](base::Result<std::vector<model::Object>> objects) {
        if (objects) {
            out = std::move(*objects);
        } else {
            std::cerr << objects.error().message() << '\n';
        }
        one.down();
    });
    one.wait();
    return out;
}

void send_event(client::ApiClient& api, const model::Pod& pod, const std::string& space,
                const std::string& node, Countdown& left) {
    client::ApiRequest request;
    request.method = "POST";
    request.path = fmt::format("/apis/events.k8s.io/v1/namespaces/{}/events", space);
    request.body = fmt::format(
        R"({{"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{{"name":"{0}.bound",)"
        R"("namespace":"{1}"}},"eventTime":"2026-01-01T00:00:00.000000Z","action":"Binding",)"
        R"("reason":"Scheduled","type":"Normal","reportingController":"bind-only",)"
        R"("reportingInstance":"bind-only","note":"to {2}","regarding":{{"kind":"Pod",)"
        R"("namespace":"{1}","name":"{0}","uid":"{3}"}}}})",
        pod.meta.name, space, node, pod.meta.uid);
    api.write(std::move(request), [&left](const base::Result<std::string>&) { left.down(); });
}

int run(const std::string& kubeconfig, std::int32_t in_flight) {
    const auto access = client::read_kubeconfig(kubeconfig);
    if (!access) {
        std::cerr << access.error().message() << '\n';
        return 2;
    }
    const base::RealClock clock;
    base::SymbolTable symbols(model::first_words());
    model::Pools pools(symbols);
    client::WriteGate gate(clock);
    gate.open();
    client::CurlTransport transport(clock);
    client::ApiOptions options;
    options.qps = -1;
    options.most_in_flight = in_flight;
    client::ApiClient api(*access, options, transport, transport, clock, gate);
    informer::RemoteCluster cluster(api, pools, nullptr);
    const auto nodes = list(cluster, ObjectKind::kNode);
    const auto pods = list(cluster, ObjectKind::kPod);
    if (nodes.empty() || pods.empty()) {
        std::cerr << "no nodes, or no pods\n";
        return 1;
    }
    const base::Duration begin = clock.steady();
    Countdown left(pods.size() * 2);
    for (std::size_t i = 0; i < pods.size(); ++i) {
        const auto pod = model::as<model::Pod>(pods[i]);
        const std::string node = model::meta_of(nodes[i % nodes.size()]).name;
        const std::string space(symbols.text(pod->meta.namespace_name));
        cluster.bind({space, pod->meta.name, pod->meta.uid, node},
                     [&left](base::Status) { left.down(); });
        send_event(api, *pod, space, node, left);
    }
    left.wait();
    const double seconds = static_cast<double>((clock.steady() - begin).count()) / 1e9;
    std::cout << fmt::format("{:.0f} pods/s\n", static_cast<double>(pods.size()) / seconds);
    return 0;
}

}  // namespace
}  // namespace berth

int main(int argc, char** argv) {
    if (argc != 5) {
        std::cerr << "usage: bind_only --kubeconfig FILE --in-flight N\n";
        return 2;
    }
    return berth::run(argv[2], std::atoi(argv[4]));
}

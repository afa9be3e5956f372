// Extender: one webhook of the configuration's `extenders`.
//
// Field meanings: staging/src/k8s.io/kube-scheduler/config/v1/types.go (Extender), v1.37.2.
// Plain values: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.hpp"

namespace berth::settings {

struct ExtenderTls {
    bool insecure = false;
    std::string server_name;
    std::string cert_file;
    std::string key_file;
    std::string ca_file;
    std::string cert_data;  // decoded from base64; wins over the file
    std::string key_data;
    std::string ca_data;
};

struct ManagedResource {
    std::string name;
    bool ignored_by_scheduler = false;
};

struct Extender {
    std::string url_prefix;
    std::string filter_verb;
    std::string preempt_verb;
    std::string prioritize_verb;
    std::int64_t weight = 0;
    std::string bind_verb;
    bool enable_https = false;
    std::optional<ExtenderTls> tls;
    base::Duration http_timeout{};  // 0: 5 s
    bool node_cache_capable = false;
    std::vector<ManagedResource> managed_resources;
    bool ignorable = false;
};

}  // namespace berth::settings

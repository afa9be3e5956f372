#include <chrono>

#include "core/settings/decode/decode.hpp"
#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

ExtenderTls decode_tls(const model::Value& value, std::string_view path, Report& report) {
    ExtenderTls tls;
    ObjectReader reader(value, path, report);
    reader.read("insecure", tls.insecure);
    reader.read("serverName", tls.server_name);
    reader.read("certFile", tls.cert_file);
    reader.read("keyFile", tls.key_file);
    reader.read("caFile", tls.ca_file);
    reader.read_base64("certData", tls.cert_data);
    reader.read_base64("keyData", tls.key_data);
    reader.read_base64("caData", tls.ca_data);
    reader.done();
    return tls;
}

Extender decode_extender(const model::Value& value, std::string_view path, Report& report) {
    Extender extender;
    ObjectReader reader(value, path, report);
    reader.read("urlPrefix", extender.url_prefix);
    reader.read("filterVerb", extender.filter_verb);
    reader.read("preemptVerb", extender.preempt_verb);
    reader.read("prioritizeVerb", extender.prioritize_verb);
    reader.read("weight", extender.weight);
    reader.read("bindVerb", extender.bind_verb);
    reader.read("enableHTTPS", extender.enable_https);
    if (const auto* tls = reader.take("tlsConfig")) {
        extender.tls = decode_tls(*tls, reader.path("tlsConfig"), report);
    }
    reader.read("httpTimeout", extender.http_timeout);
    reader.read("nodeCacheCapable", extender.node_cache_capable);
    reader.read_list("managedResources", [&](const model::Value& item, std::string_view at) {
        ManagedResource resource;
        ObjectReader entry(item, at, report);
        entry.read("name", resource.name);
        entry.read("ignoredByScheduler", resource.ignored_by_scheduler);
        entry.done();
        extender.managed_resources.push_back(std::move(resource));
    });
    reader.read("ignorable", extender.ignorable);
    reader.done();
    return extender;
}

}  // namespace

void decode_extenders(ObjectReader& reader, std::vector<Extender>& extenders, Report& report) {
    reader.read_list("extenders", [&](const model::Value& item, std::string_view path) {
        extenders.push_back(decode_extender(item, path, report));
    });
}

}  // namespace berth::settings

// Dynamic: a policy file of any bytes is read, or refused with an error.
#include <cstdlib>
#include <string_view>

#include <berth/sdk/args/decode.h>
#include <berth/sdk/args/schema.h>

#include "core/settings/args/decode_document.hpp"
#include "plugins/dynamic/policy.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    using namespace berth::dynamic;
    static const auto schema = berth::detail::Schema::of(PolicyFile{});
    settings::Report report("policy.yaml");
    const auto document =
        settings::decode_document({reinterpret_cast<const char*>(data), size}, "policy.yaml",
                                  {.api_version = PolicyFile::kApiVersion,
                                   .kind = PolicyFile::kKind,
                                   .schema = *schema->raw()},
                                  nullptr, report);
    if ((document == nullptr) == report.errors.empty()) {
        std::abort();
    }
    if (document != nullptr) {
        static_cast<void>(
            make_policy(berth::detail::decode_args<PolicyFile>(document->view()).spec));
    }
    return 0;
}

berth::fuzz::Seeds berth::fuzz::seeds() {
    return {{"apiVersion: scheduler.policy.crane.io/v1alpha1\nkind: DynamicSchedulerPolicy\nspec:\n"
             "  syncPolicy:\n  - {name: cpu, period: 3m}\n  predicate:\n"
             "  - {name: cpu, maxLimitPecent: 0.65}\n  priority:\n  - {name: cpu, weight: 0.2}\n"
             "  hotValue:\n  - {timeRange: 5m, count: 5}\n",
             "{\"apiVersion\": \"scheduler.policy.crane.io/v1alpha1\", \"kind\": "
             "\"DynamicSchedulerPolicy\", \"spec\": {\"priority\": [{\"name\": \"x\", \"weight\": "
             "1e3}]}}",
             "apiVersion: scheduler.policy.crane.io/v1alpha1\nkind: DynamicSchedulerPolicy\n"
             "spec: {syncPolicy: null, predicate: [], priority: null, hotValue: null}\n"},
            {"null",  "spec:", "- ", "[", "]",   "{",  "}",    "\t",     "---\n",
             "1e400", "-5m",   "\"", "'", "&a ", "*a", "<<: ", "name: ", "9223372036854775808",
             ".nan",  "\xff",  "\n"}};
}
